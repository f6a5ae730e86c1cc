// Turns the server's response about a code into what the panel shows. Pure functions.

import type { CodeDetails } from "../../generated/CodeDetails";
import { type ApiFailure, describeApiFailure } from "../api/api-error";
import { formatDay, formatMoment } from "../clinic-time";

export type Answer =
  /** `justDone` is what was done to the code in this request. */
  | {
      readonly kind: "code";
      readonly code: CodeDetails;
      readonly justDone: "redeemed" | "undone" | null;
    }
  | { readonly kind: "failure"; readonly typed: string; readonly failure: ApiFailure };

export type CodeResultIconName =
  | "valid"
  | "used"
  | "undone"
  | "expired"
  | "cancelled"
  | "notFound"
  | "mistyped"
  | "failure";

export type CodeResult = {
  readonly icon: CodeResultIconName;
  readonly title: string;
  readonly detail: string;
  readonly code: string;
  readonly canRedeem: boolean;
  /** What to do now. It takes the place of the redeem button, so that a second tap meets no other button. */
  readonly instruction: string | null;
};

/** `me` is the name of the account that is signed in. */
export function codeResultFor(answer: Answer, me: string, now: number): CodeResult {
  if (answer.kind === "failure") return codeResultForFailure(answer.typed, answer.failure);
  const { code, justDone } = answer;
  const base = { code: code.code, canRedeem: false, instruction: null };
  switch (code.state) {
    case "valid": {
      const valid = `Valid until ${formatDay(code.validUntil)}.`;
      // An undone redemption must not look like a valid code that was checked: no discount is given for it.
      return justDone === "undone"
        ? {
            ...base,
            icon: "undone",
            title: "Redemption undone",
            detail: `Give no discount. ${valid}`,
          }
        : {
            ...base,
            icon: "valid",
            title: "Valid",
            detail: `${code.percent}% off. ${valid}`,
            canRedeem: true,
          };
    }
    case "used":
      return justDone === "redeemed"
        ? {
            ...base,
            icon: "valid",
            title: "Redeemed",
            detail: describeUse(code, me, now),
            instruction: `Give ${code.percent}% off now.`,
          }
        : { ...base, icon: "used", title: "Used", detail: describeUse(code, me, now) };
    case "expired":
      return {
        ...base,
        icon: "expired",
        title: "Expired",
        detail: `Expired on ${formatDay(code.validUntil)}.`,
      };
    case "cancelled":
      return {
        ...base,
        icon: "cancelled",
        title: "Cancelled",
        detail: "This code was cancelled.",
      };
  }
}

function describeUse({ usedAt, usedBy }: CodeDetails, me: string, now: number): string {
  const when = usedAt ? ` ${formatMoment(usedAt, now)}` : "";
  return `Used${when}${usedBy ? ` by ${usedBy === me ? "you" : usedBy}` : ""}.`;
}

function codeResultForFailure(typed: string, failure: ApiFailure): CodeResult {
  const base = { code: typed, canRedeem: false, instruction: null };
  switch (failure.kind === "rejected" ? failure.code : null) {
    case "unknown_code":
      return {
        ...base,
        icon: "notFound",
        title: "Code not found",
        detail: "Compare it with the code in the email.",
      };
    case "mistyped":
      return {
        ...base,
        icon: "mistyped",
        title: "One character looks wrong",
        detail: "Compare each character with the email.",
      };
    case "not_a_code":
      return {
        ...base,
        icon: "mistyped",
        title: "Not a discount code",
        detail: "A code looks like EYE5-XXXX-XXXX.",
      };
    default:
      return {
        ...base,
        icon: "failure",
        title: failureTitle(failure),
        detail: describeApiFailure(failure),
      };
  }
}

function failureTitle({ kind }: ApiFailure): string {
  switch (kind) {
    case "rateLimited":
      return "Please wait";
    case "unreachable":
      return "No connection";
    default:
      return "Could not complete";
  }
}

/** A rejected redemption says what happened to the code since it was looked up. */
export function answerAfterRejection(code: CodeDetails, failure: ApiFailure): Answer {
  if (failure.kind === "rejected") {
    const { usedAt, usedBy } = failure;
    switch (failure.code) {
      case "used":
        return { kind: "code", justDone: null, code: { ...code, state: "used", usedAt, usedBy } };
      case "expired":
      case "cancelled":
        return { kind: "code", justDone: null, code: { ...code, state: failure.code } };
    }
  }
  return { kind: "failure", typed: code.code, failure };
}
