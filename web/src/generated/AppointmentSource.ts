// This file is generated from the server's types. Do not edit it.
/** How the appointment came about. */
export type AppointmentSource = "online" | "phone" | "walk-in";
