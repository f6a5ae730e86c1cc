// This file is generated from the server's types. Do not edit it.
import type { EarlierTime } from "./EarlierTime";

/** The earlier-time list. */
export type EarlierTimes = {
  /** Those with a free time first, then whoever asked first. */
  patients: Array<EarlierTime>;
  /** How many there are, with those that are not in the list. */
  total: number;
};
