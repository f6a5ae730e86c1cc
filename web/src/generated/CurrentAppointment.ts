// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";
import type { Telling } from "./Telling";
import type { ToTell } from "./ToTell";

/** An appointment as it is now, without what only opening shows. */
export type CurrentAppointment = {
  appointment: DeskAppointment;
  /** When it was changed last. */
  changedAt: string;
  telling: Telling;
  toTell: ToTell;
};
