// This file is generated from the server's types. Do not edit it.
/** The visit as it was on the screen. */
export type ClosedVisitRequest = {
  /** The time that was on the screen. If the visit was moved since, nothing is changed. */
  date: string;
  time: string;
};
