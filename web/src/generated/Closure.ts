// This file is generated from the server's types. Do not edit it.
import type { OpenTimes } from "./OpenTimes";

/** Days on which the clinic is closed or has other hours, whatever the weekday. */
export type Closure = {
  /** `25 December 2026`, or `24 December 2026 to 2 January 2027` */
  days: string;
  from: string;
  /** Empty when the clinic is closed all day. */
  open: Array<OpenTimes>;
  /** May be empty for other hours. */
  reason: string;
  /** `8:00 AM to 12:00 PM`, or `Closed` */
  times: string;
  /** The last day. */
  until: string;
};
