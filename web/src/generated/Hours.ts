// This file is generated from the server's types. Do not edit it.
import type { OpenTimes } from "./OpenTimes";

/** Consecutive weekdays with the same opening hours. Monday is 1, Sunday is 7. */
export type Hours = {
  /** "Monday to Friday" */
  days: string;
  firstDay: number;
  lastDay: number;
  /** Empty when the clinic is closed. More than one when there is a break. */
  open: Array<OpenTimes>;
  /** "8:00 AM to 6:00 PM" or "Closed" */
  times: string;
};
