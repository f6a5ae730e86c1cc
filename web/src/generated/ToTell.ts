// This file is generated from the server's types. Do not edit it.
export type ToTell = "confirmed" | "requested" | "moved" | "cancelled" | "expired" | "closed" | "reminder";
