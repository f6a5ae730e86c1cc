// This file is generated from the server's types. Do not edit it.
/** What is left out stays as it is: a form that was opened before somebody else's change does not undo it. */
export type CorrectAppointmentRequest = {
  /** Empty, the patient comes alone. */
  broughtBy?: string | null;
  /** Empty, the patient has none. */
  email?: string | null;
  name?: string | null;
  note?: string | null;
  phone?: string | null;
  service?: string | null;
};
