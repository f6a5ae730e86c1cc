// This file is generated from the server's types. Do not edit it.
import type { TestEmailOutcome } from "./TestEmailOutcome";

export type TestEmailResult = {
  outcome: TestEmailOutcome;
  /** The answer of the mail server, unless it accepted the message. */
  reason: string | null;
};
