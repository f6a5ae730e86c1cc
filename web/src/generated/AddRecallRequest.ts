// This file is generated from the server's types. Do not edit it.
import type { RecallDelay } from "./RecallDelay";

export type AddRecallRequest = {
  /** Whether the patient agreed to be reminded. */
  agreed: boolean;
  /** The id of the visit. */
  appointment: string;
  /** Such as `{"months": 4}`, counted from today. */
  in: RecallDelay;
  /** The patient reads it: no medical details. */
  reason: string;
};
