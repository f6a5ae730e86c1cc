// This file is generated from the server's types. Do not edit it.
import type { AppointmentSource } from "./AppointmentSource";
import type { AppointmentState } from "./AppointmentState";
import type { LastDecision } from "./LastDecision";
import type { PlaceInSeries } from "./PlaceInSeries";
import type { SlotOffer } from "./SlotOffer";
import type { ToldBy } from "./ToldBy";

/** An appointment in a list: without the number of the patient. */
export type DeskAppointment = {
  bookedAt: string;
  /** Who brings the patient, where the name is shown. */
  broughtBy: string | null;
  buffer: number;
  /** 0 while the request waits for a time. */
  chair: number;
  date: string;
  /**
   * In the answer to a change: until when the email about it is held. An undo before that sends none. Null when no email waits,
   * and in lists.
   */
  emailWaitsUntil: string | null;
  /** Until when staff can answer a request. Null when nothing waits for them. */
  expiresAt: string | null;
  /** Whether the patient is told by email. */
  hasEmail: boolean;
  hasNote: boolean;
  id: string;
  lastDecision: LastDecision | null;
  maskedName: string;
  maskedPhone: string;
  minutes: number;
  movedFrom: SlotOffer | null;
  /** The name of the patient, in lists of one day if it is yesterday, today or tomorrow, and in the requests to confirm. */
  name: string | null;
  reference: string;
  series: PlaceInSeries | null;
  service: string;
  source: AppointmentSource;
  state: AppointmentState;
  time: string;
  title: string;
  toldBy: ToldBy | null;
  /** Until when the last press can be undone. Null when there is nothing to undo. */
  undoUntil: string | null;
};
