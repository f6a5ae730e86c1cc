// This file is generated from the server's types. Do not edit it.
import type { ReadyMessage } from "./ReadyMessage";

/** A recall with the patient's name and phone number. */
export type OpenedRecall = {
  /** Who brings the patient, whose phone and email these are. */
  broughtBy: string | null;
  email: string | null;
  /** A message that is ready to send. */
  message: ReadyMessage;
  name: string;
  phone: string;
  reason: string;
};
