// This file is generated from the server's types. Do not edit it.
import type { CheckedTime } from "./CheckedTime";

/** The times of visits that are not stored yet. */
export type CheckedTimes = {
  visits: Array<CheckedTime>;
};
