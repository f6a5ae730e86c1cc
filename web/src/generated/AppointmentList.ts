// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";

export type AppointmentList = {
  appointments: Array<DeskAppointment>;
};
