// This file is generated from the server's types. Do not edit it.
export type AuditEntry = {
  action: string;
  actor: string;
  at: string;
  id: string;
  subject: string;
  /** How often it happened in the hour after `at`. */
  times: number;
};
