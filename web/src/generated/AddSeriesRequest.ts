// This file is generated from the server's types. Do not edit it.
import type { AppointmentSource } from "./AppointmentSource";
import type { VisitTime } from "./VisitTime";

export type AddSeriesRequest = {
  /** Who books for the patient and comes along, such as the mother of a child. The phone and the email are then theirs. */
  broughtBy?: string | null;
  /** Left out, any chair that is free. A visit that this chair cannot take, or whose time is taken in it, gets another one. */
  chair?: number | null;
  email?: string | null;
  name: string;
  note?: string | null;
  phone: string;
  service: string;
  /** `phone` or `walk-in`. Whoever walks in is here for the first visit. */
  source: AppointmentSource;
  /** In the order of the calendar. */
  visits: Array<VisitTime>;
  /** From one visit to the next. */
  weeks: number;
};
