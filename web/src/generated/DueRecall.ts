// This file is generated from the server's types. Do not edit it.
import type { BookedReturn } from "./BookedReturn";
import type { RecallOutcome } from "./RecallOutcome";

export type DueRecall = {
  /** When the patient was asked. Null when staff have to ask. */
  askedAt: string | null;
  booked: BookedReturn | null;
  /** Whether "Asked" can be undone: staff asked, and not long ago. */
  canUndoAsked: boolean;
  due: string;
  /** Whether the email that asks could not be delivered. */
  emailFailed: boolean;
  /** Whether the patient is asked by email. */
  hasEmail: boolean;
  id: string;
  maskedName: string;
  maskedPhone: string;
  outcome: RecallOutcome | null;
  reason: string;
};
