// This file is generated from the server's types. Do not edit it.
export type CancelAppointmentRequest = {
  /** The time that was on the screen, with `time`. If the visit was moved since, nothing is changed. */
  date?: string | null;
  /** The patient reads it. */
  reason: string;
  time?: string | null;
};
