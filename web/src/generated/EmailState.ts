// This file is generated from the server's types. Do not edit it.
export type EmailState = "queued" | "sent" | "rejected" | "failed" | "replaced" | "expired";
