// This file is generated from the server's types. Do not edit it.
import type { AppointmentState } from "./AppointmentState";

export type AppointmentStateRequest = {
  /** The time that was on the screen, with `time`. If the visit was moved since, nothing is changed. */
  date?: string | null;
  /** `confirmed`, `arrived`, `missed` or `done`. */
  state: AppointmentState;
  time?: string | null;
};
