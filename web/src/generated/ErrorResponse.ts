// This file is generated from the server's types. Do not edit it.
import type { ErrorCode } from "./ErrorCode";
import type { ErrorDetails } from "./ErrorDetails";
import type { SlotOffer } from "./SlotOffer";

/** The body of every JSON error response. */
export type ErrorResponse = {
  /** With the code `slot_taken`: the code again, beside the times that are offered instead. */
  code?: ErrorCode;
  error: ErrorDetails;
  /**
   * With the codes `invalid_booking` and `invalid_recall`: a sentence for each field that has to be corrected, by the name of the
   * field.
   */
  fields?: Record<string, string>;
  /** With the code `slot_taken`: the closest free times, in the order of the calendar. */
  nearest?: Array<SlotOffer>;
};
