// This file is generated from the server's types. Do not edit it.
/** What was on the screen. */
export type ConfirmAppointmentRequest = {
  /** The time that was on the screen, with `time`. If the visit was moved since, nothing is changed. */
  date?: string | null;
  time?: string | null;
};
