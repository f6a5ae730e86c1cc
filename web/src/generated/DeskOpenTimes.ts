// This file is generated from the server's types. Do not edit it.
/** Minutes after midnight in clinic time. */
export type DeskOpenTimes = {
  from: number;
  until: number;
};
