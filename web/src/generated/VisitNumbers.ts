// This file is generated from the server's types. Do not edit it.
export type VisitNumbers = {
  /** Visits that were booked ahead and not cancelled. */
  ahead: number;
  /** All visits of the period, without requests that nobody answered. */
  booked: number;
  came: number;
  cancelled: number;
  missed: number;
  /** Of the missed visits: those whose patient was reminded. */
  missedReminded: number;
  /** Of those who came or were missed: patients who were reminded. */
  reminded: number;
  /** Of those who came: patients who were here before. */
  returning: number;
  /** The days between booking and visit of all visits that were booked ahead. */
  waitingDays: number;
};
