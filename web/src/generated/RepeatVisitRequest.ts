// This file is generated from the server's types. Do not edit it.
import type { VisitTime } from "./VisitTime";

export type RepeatVisitRequest = {
  /** The visits that are added, in the order of the calendar. */
  visits: Array<VisitTime>;
  weeks: number;
};
