// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";

/** Requests that need staff, besides those to confirm. */
export type WaitingRequests = {
  /**
   * Confirmed at once, of patients who have never come and whom staff have not acknowledged by confirming. On
   * the first page.
   */
  unacknowledged: Array<DeskAppointment>;
  /** A page of those without a time. Confirming gives the time that the patient asked for, moving gives another one. */
  waiting: Array<DeskAppointment>;
  /** How many wait, on all pages. */
  waitingTotal: number;
};
