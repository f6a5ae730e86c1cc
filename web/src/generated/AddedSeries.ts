// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";

/** The visits that were added together. */
export type AddedSeries = {
  appointments: Array<DeskAppointment>;
};
