// This file is generated from the server's types. Do not edit it.
import type { DeskAppointment } from "./DeskAppointment";
import type { UndoClosed } from "./UndoClosed";

export type ClosedVisit = {
  appointment: DeskAppointment;
  /** Whether it can stay in that chair all the same. Not when the chair is gone. */
  canKeepChair: boolean;
  /** A sentence that says why its chair cannot take it. */
  chairError: string | null;
  /** Whether the visit can have another chair at its time. Only told of one whose chair cannot take it. */
  hasFreeChair: boolean;
  /** Whether the patient was told that the clinic is closed then, or an email is about to tell them. */
  isTold: boolean;
  undo: UndoClosed | null;
};
