// This file is generated from the server's types. Do not edit it.
import type { DeskChairHours } from "./DeskChairHours";
import type { DeskOpenTimes } from "./DeskOpenTimes";

export type DeskDay = {
  /** The chairs that have other hours than the clinic on this day. */
  chairs: Array<DeskChairHours>;
  /** Why the clinic is closed on this day. */
  closure: string | null;
  date: string;
  /** The opening hours of all chairs together, in minutes. */
  minutesOpen: number;
  /** How much of it is taken. */
  minutesTaken: number;
  open: Array<DeskOpenTimes>;
};
