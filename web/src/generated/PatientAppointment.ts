// This file is generated from the server's types. Do not edit it.
import type { AppointmentState } from "./AppointmentState";

/** What the page of an appointment shows. */
export type PatientAppointment = {
  bring: Array<string>;
  /** Who has booked for this person. Null for patients who book for themselves. */
  broughtBy: string | null;
  /**
   * Whether the patient can correct the email address here. The answer does not say which one it is: whoever has the link may be
   * somebody else.
   */
  canCorrectEmail: boolean;
  /** Whether it can be moved to another time here. Not when the service is no longer booked online. */
  canMove: boolean;
  /** Why the clinic cancelled it. */
  cancelReason: string | null;
  /** Until when the patient can move or cancel it. Null when they no longer can. */
  changeUntil: string | null;
  /** A sentence, when the clinic is closed at this time. */
  closed: string | null;
  /** In clinic time. */
  date: string;
  /** Whether the patient can drive afterwards. Null when the service is no longer booked online. */
  drive: string | null;
  minutes: number;
  /** Whether the confirmed visit is a request again when the patient has moved it. */
  moveNeedsConfirmation: boolean;
  name: string;
  /** The place of the clinic. */
  place: string;
  /** Null when the clinic shows none. */
  price: string | null;
  reference: string;
  /** The slug of the service. */
  service: string;
  state: AppointmentState;
  time: string;
  title: string;
  /** Whether the patient wants an earlier time. Null when they cannot ask for one here. */
  wantsEarlier: boolean | null;
};
