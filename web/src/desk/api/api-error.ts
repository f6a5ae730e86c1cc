// The ways in which a call to the desk API can fail, and the sentence shown for each.
// The server writes its messages for staff, so they are shown as they are.
import type { ContentProblem } from "../../generated/ContentProblem";
import type { DraftConflict } from "../../generated/DraftConflict";
import type { PictureConflict } from "../../generated/PictureConflict";
import type { SlotOffer } from "../../generated/SlotOffer";

export type ApiFailure =
  /** There is no session, or it has expired. */
  | { readonly kind: "signedOut" }
  /** Another tab has signed in with another account. Nothing was done in its name. */
  | { readonly kind: "otherAccount"; readonly message: string }
  | { readonly kind: "unreachable" }
  | {
      readonly kind: "rateLimited";
      readonly message: string | null;
      readonly retryAfterSeconds: number | null;
    }
  | { readonly kind: "forbidden"; readonly message: string }
  /** The person must enter the password or a code first. */
  | { readonly kind: "unconfirmed"; readonly message: string }
  | {
      readonly kind: "rejected";
      readonly status: number;
      readonly code: string;
      readonly message: string;
      readonly usedAt: string | null;
      readonly usedBy: string | null;
      /** With the code `stale`: what somebody else has saved. */
      readonly conflict?: DraftConflict;
      /** With the code `stale` of a picture: what is saved now. */
      readonly picture?: PictureConflict;
      /** With the code `invalid_content`. */
      readonly problems?: readonly ContentProblem[];
      /** With the code `slot_taken`: the closest free times. */
      readonly nearest?: readonly SlotOffer[];
      /** With the code `invalid_booking`: a sentence for each field that has to be corrected, by its name in the request. */
      readonly fields?: Readonly<Record<string, string>>;
    }
  | { readonly kind: "serverError"; readonly message: string | null };

/** What a failed call rejects with: TanStack Query tells success from failure by rejection. */
export class ApiError extends Error {
  constructor(readonly failure: ApiFailure) {
    super(describeApiFailure(failure));
    this.name = "ApiError";
  }
}

/** Anything but an ApiError is a bug in a screen; staff see it as an error on our side. */
export function apiFailureOf(error: unknown): ApiFailure {
  return error instanceof ApiError ? error.failure : { kind: "serverError", message: null };
}

/** The server has answered that it does not do this. */
export function isRejected(error: unknown): boolean {
  return apiFailureOf(error).kind === "rejected";
}

/** What was asked for has been replaced since. */
export const isOutOfDate = (error: unknown) => hasCode(error, "out_of_date");

/** The content comes from a folder of the server. */
export const isEditingOff = (error: unknown) => hasCode(error, "editing_off");

/** There is no such record any more. */
export function isNotFound(error: unknown): boolean {
  const failure = apiFailureOf(error);
  return failure.kind === "rejected" && failure.status === 404;
}

function hasCode(error: unknown, code: string): boolean {
  const failure = apiFailureOf(error);
  return failure.kind === "rejected" && failure.code === code;
}

export function describeApiFailure(failure: ApiFailure): string {
  switch (failure.kind) {
    case "signedOut":
      return "Your session has expired. Please sign in again.";
    case "unreachable":
      return "Cannot reach the clinic's server. Check your internet connection and try again.";
    case "rateLimited":
      return (
        failure.message ??
        `Too many attempts. Please try again ${describeWait(failure.retryAfterSeconds)}.`
      );
    case "unconfirmed":
      return "Nothing was done, because you did not confirm that it is you.";
    case "forbidden":
    case "otherAccount":
    case "rejected":
      return failure.message;
    case "serverError":
      return (
        failure.message ??
        "Something went wrong on the server. Please try again. If it keeps happening, tell the owner."
      );
  }
}

/** Rounded up, so that nobody tries again too early. */
function describeWait(seconds: number | null): string {
  if (seconds === null) return "in a minute";
  if (seconds <= 1) return "in a second";
  if (seconds < 60) return `in ${Math.ceil(seconds)} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "in a minute" : `in ${minutes} minutes`;
}
