// This file is generated from the server's types. Do not edit it.
export type HealthSubject = "clock" | "database" | "schema" | "disk" | "mail" | "certificate" | "jobs" | "content" | "backups";
