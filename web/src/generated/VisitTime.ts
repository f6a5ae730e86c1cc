// This file is generated from the server's types. Do not edit it.
/** The time of one of the visits. */
export type VisitTime = {
  date: string;
  /** Staff have chosen this time although it is outside of the opening hours of the day. */
  outsideHours?: boolean;
  time: string;
};
