// This file is generated from the server's types. Do not edit it.
import type { AgreedRecall } from "./AgreedRecall";
import type { DeskAppointment } from "./DeskAppointment";
import type { EarlierWish } from "./EarlierWish";
import type { ReadyMessage } from "./ReadyMessage";
import type { Telling } from "./Telling";
import type { ToTell } from "./ToTell";

/** An appointment with what the patient entered. */
export type OpenedAppointment = {
  appointment: DeskAppointment;
  /** Who brings the patient, whose phone and email these are. */
  broughtBy: string | null;
  cancelReason: string | null;
  /** When it was changed last. */
  changedAt: string;
  earlier: EarlierWish | null;
  email: string | null;
  /** A message that is ready to send. */
  message: ReadyMessage;
  name: string;
  note: string;
  phone: string;
  recall: AgreedRecall | null;
  /** All visits of its series, in the order in which they were planned. Empty for a visit of its own. */
  seriesVisits: Array<DeskAppointment>;
  telling: Telling;
  /** What the message says: what the patient does not know yet, or a reminder. */
  toTell: ToTell;
};
