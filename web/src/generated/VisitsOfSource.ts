// This file is generated from the server's types. Do not edit it.
import type { AppointmentSource } from "./AppointmentSource";
import type { VisitNumbers } from "./VisitNumbers";

export type VisitsOfSource = VisitNumbers & {
  source: AppointmentSource;
};
