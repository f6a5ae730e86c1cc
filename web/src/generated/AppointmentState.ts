// This file is generated from the server's types. Do not edit it.
export type AppointmentState = "waiting" | "requested" | "confirmed" | "arrived" | "done" | "missed" | "cancelled";
