// This file is generated from the server's types. Do not edit it.
import type { AuditEntry } from "./AuditEntry";

export type AuditLog = {
  /** Newest first. */
  entries: Array<AuditEntry>;
  /** Whether there are more entries after the last one. */
  more: boolean;
};
