// The messages of a failed claim, and what the visitor can do next. For 409, 422 and 429 the server's own sentence is
// shown.

import type { SendResult } from "./send-form";

/** The result of asking the server to confirm that the game was perfect. */
export type ProofResult =
  | { readonly kind: "proof"; readonly proof: string }
  | { readonly kind: "rejected" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "retryLater"; readonly message: string | null }
  | { readonly kind: "serverError" };

export type Failure = {
  readonly message: string;
  readonly remedy: "retry" | "changeAddress" | "playAgain" | "none";
};

type ProofFailure = Exclude<ProofResult, { kind: "proof" }>;
type SendFailure = Exclude<SendResult, { kind: "sent" }>;

const OFFLINE: Failure = {
  message:
    "You seem to be offline. Your result is not lost: check your connection, then press the button again.",
  remedy: "retry",
};

const UNREACHABLE: Failure = {
  message:
    "We could not reach our server. Please check your connection, then press the button again.",
  remedy: "retry",
};

const SERVER_ERROR: Failure = {
  message:
    "Something went wrong on our side. Please press the button again in a minute. If it still does not work, please call us.",
  remedy: "retry",
};

const EXPIRED: Failure = {
  message: "This game has expired. Please play again.",
  remedy: "playAgain",
};

export function describeProofFailure(failure: ProofFailure, online: boolean): Failure {
  switch (failure.kind) {
    case "unreachable":
      return unreachable(online);
    case "retryLater":
      return tooMany(failure.message ?? "");
    case "rejected":
      return EXPIRED;
    case "serverError":
      return SERVER_ERROR;
  }
}

export function describeSendFailure(failure: SendFailure, online: boolean): Failure {
  switch (failure.kind) {
    case "unreachable":
      return unreachable(online);
    case "invalidCall":
      return SERVER_ERROR;
    case "rejected":
      return describeRejection(failure);
  }
}

function describeRejection({ status, text }: Extract<SendFailure, { kind: "rejected" }>): Failure {
  switch (status) {
    case 409:
      return {
        message: sentence(text) ?? "The address can no longer be changed. Please call us.",
        remedy: "none",
      };
    case 412:
      return EXPIRED;
    case 422:
      return {
        message: sentence(text) ?? "We cannot send to this address. Please check it.",
        remedy: "changeAddress",
      };
    case 429:
      return tooMany(text);
    default:
      return SERVER_ERROR;
  }
}

/** `navigator.onLine` can be true without a working connection, so only its false is trusted. */
function unreachable(online: boolean): Failure {
  return online ? UNREACHABLE : OFFLINE;
}

function tooMany(text: string): Failure {
  return {
    message: sentence(text) ?? "Our site is very busy. Please try again in a few minutes.",
    remedy: "retry",
  };
}

/** Null for an empty text and for the HTML error page of a proxy. */
function sentence(text: string): string | null {
  const trimmed = text.trim();
  return trimmed === "" || trimmed.startsWith("<") ? null : trimmed;
}
