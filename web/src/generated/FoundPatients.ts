// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";

/** The visits of the patients that were found, at most five: those to come first, then the latest. */
export type FoundPatients = {
  appointments: Array<DeskAppointment>;
  /** Whether others match too. */
  more: boolean;
};
