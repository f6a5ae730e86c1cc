// This file is generated from the server's types. Do not edit it.
import type { DeskOpenTimes } from "./DeskOpenTimes";

/** When a chair takes visits on a day. */
export type DeskChairHours = {
  chair: number;
  open: Array<DeskOpenTimes>;
};
