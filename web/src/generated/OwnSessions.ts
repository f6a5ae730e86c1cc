// This file is generated from the server's types. Do not edit it.
import type { OwnSession } from "./OwnSession";

export type OwnSessions = {
  /** The one that was used last first. */
  sessions: Array<OwnSession>;
};
