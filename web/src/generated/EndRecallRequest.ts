// This file is generated from the server's types. Do not edit it.
import type { RecallOutcome } from "./RecallOutcome";

export type EndRecallRequest = {
  outcome: RecallOutcome;
};
