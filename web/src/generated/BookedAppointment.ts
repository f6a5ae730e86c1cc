// This file is generated from the server's types. Do not edit it.
import type { AppointmentState } from "./AppointmentState";

export type BookedAppointment = {
  /** Whether an email about it is sent to the patient's address. Not when there is none, or there have been too many. */
  emailed: boolean;
  /** The address of the appointment's page on this site, with the token after the `#`. Only the patient should have it. */
  manage: string;
  /** For phone calls and messages. */
  reference: string;
  state: AppointmentState;
};
