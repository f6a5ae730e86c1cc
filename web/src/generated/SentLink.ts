// This file is generated from the server's types. Do not edit it.
import type { ReadyMessage } from "./ReadyMessage";

/** How the patient gets the new link. */
export type SentLink = {
  /** Whether it was emailed. Not when the visit has begun or was cancelled. */
  emailed: boolean;
  message: ReadyMessage | null;
};
