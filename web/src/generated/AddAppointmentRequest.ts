// This file is generated from the server's types. Do not edit it.
import type { AppointmentSource } from "./AppointmentSource";

export type AddAppointmentRequest = {
  /** That the chosen chair takes the visit although it does not do the service or has other hours. */
  allTheSame?: boolean | null;
  /** Who books for the patient and comes along, such as the mother of a child. The phone and the email are then theirs. */
  broughtBy?: string | null;
  /** Left out, any chair that is free. */
  chair?: number | null;
  /** That the visit is on a day on which the clinic is closed. */
  closedDay?: boolean | null;
  date: string;
  email?: string | null;
  name: string;
  note?: string | null;
  phone: string;
  service: string;
  /** `phone` or `walk-in`. */
  source: AppointmentSource;
  time: string;
};
