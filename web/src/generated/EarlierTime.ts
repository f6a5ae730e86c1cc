// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";
import type { EarlierWish } from "./EarlierWish";
import type { SlotOffer } from "./SlotOffer";

export type EarlierTime = {
  addedAt: string;
  appointment: DeskAppointment | null;
  /** Who brings the patient, where the name is shown. */
  broughtBy: string | null;
  id: string;
  maskedName: string;
  maskedPhone: string;
  /** The name, where the lists show it: of a visit near today, and of a patient who was added yesterday or today. */
  name: string | null;
  offer: SlotOffer | null;
  title: string;
  /** When staff did not reach the patient today. */
  triedAt: string | null;
  /** The last day on which a patient without a visit can come. */
  until: string | null;
  wish: EarlierWish;
};
