// This file is generated from the server's types. Do not edit it.
import type { EmailState } from "./EmailState";

export type OutboxMessage = {
  attempts: number;
  id: string;
  /** When delivery is tried next, while the message is queued. */
  nextAt: string | null;
  queuedAt: string;
  /** Why the message is not delivered. */
  reason: string | null;
  /** When the message was sent, rejected, discarded or given up. */
  settledAt: string | null;
  state: EmailState;
  /** Masked. */
  to: string;
};
