// This file is generated from the server's types. Do not edit it.
import type { ReadyMessage } from "./ReadyMessage";

/** A patient of the earlier-time list, with the text that offers a time. */
export type OpenedEarlierTime = {
  /** Who brings the patient, whose phone this is. */
  broughtBy: string | null;
  /** A message that is ready to send. */
  message: ReadyMessage;
  name: string;
  note: string;
  phone: string;
};
