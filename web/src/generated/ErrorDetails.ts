// This file is generated from the server's types. Do not edit it.
import type { ContentProblem } from "./ContentProblem";
import type { DraftConflict } from "./DraftConflict";
import type { ErrorCode } from "./ErrorCode";
import type { PictureConflict } from "./PictureConflict";

export type ErrorDetails = {
  code: ErrorCode;
  /** With the code `stale`: the text that somebody else has saved. */
  conflict?: DraftConflict;
  /** A sentence for the person who made the request. */
  message: string;
  /** With the code `stale` of a picture: what is saved now. */
  picture?: PictureConflict;
  /** With the code `invalid_content`: what has to be corrected, with file and line. */
  problems?: Array<ContentProblem>;
  /** With the code `used`: when the discount code was redeemed. */
  usedAt?: string;
  /** With the code `used`: who redeemed the discount code. */
  usedBy?: string;
};
