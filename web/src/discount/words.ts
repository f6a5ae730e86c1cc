// Owns what a visitor reads when a claim fails, and what to do next. Every failure has its own words; the
// server's are passed on only where they speak of the visitor's address.

import type { SendOutcome } from "./send-form";

/** What became of the request for a proof that the game was perfect. */
export type Proof =
  | { readonly kind: "proved"; readonly proof: string }
  | { readonly kind: "refused" }
  | { readonly kind: "unreachable" }
  | { readonly kind: "tooSoon"; readonly seconds: number }
  | { readonly kind: "broken" };

export type Failure = {
  readonly sentence: string;
  /** What gets the visitor on: the same button, another address, or another game. */
  readonly remedy: "again" | "address" | "play";
};

type Unproved = Exclude<Proof, { kind: "proved" }>;
type Unsent = Exclude<SendOutcome, { kind: "sent" }>;

const OFFLINE: Failure = {
  sentence:
    "You seem to be offline. Your game is safe here: check your connection, then press the button again.",
  remedy: "again",
};

const NO_ANSWER: Failure = {
  sentence:
    "We could not reach our server. Please check your connection, then press the button again.",
  remedy: "again",
};

const SERVER_DOWN: Failure = {
  sentence:
    "Something went wrong on our side, not yours. Please press the button again in a minute, or call us and say that you found them all.",
  remedy: "again",
};

const PLAY_AGAIN: Failure = {
  sentence:
    "We could not confirm this game any more. Please play it once more, and your discount will be waiting.",
  remedy: "play",
};

export function explainUnproved(proof: Unproved, online: boolean): Failure {
  switch (proof.kind) {
    case "unreachable":
      return unreachable(online);
    case "tooSoon":
      return tooMany(proof.seconds);
    case "refused":
      return PLAY_AGAIN;
    case "broken":
      return SERVER_DOWN;
  }
}

export function explainUnsent(outcome: Unsent, online: boolean, now: Date): Failure {
  switch (outcome.kind) {
    case "unreachable":
      return unreachable(online);
    case "misused":
      return SERVER_DOWN;
    case "refused":
      return explainRefusal(outcome, now);
  }
}

function explainRefusal(outcome: Extract<Unsent, { kind: "refused" }>, now: Date): Failure {
  switch (outcome.status) {
    case 412:
      return PLAY_AGAIN;
    case 422:
      return {
        sentence: outcome.text.trim() || "We cannot send to this address. Please check it.",
        remedy: "address",
      };
    case 429:
      return tooMany(secondsFrom(outcome.retryAfter, now));
    default:
      return SERVER_DOWN;
  }
}

/** "Offline" is the browser's word; online and yet no answer is a different trouble. */
function unreachable(online: boolean): Failure {
  return online ? NO_ANSWER : OFFLINE;
}

function tooMany(seconds: number | null): Failure {
  return {
    sentence: `That was one try too many. Please try again ${seconds === null ? "in a few minutes" : fromNow(seconds)}.`,
    remedy: "again",
  };
}

/** Rounded up, so that nobody comes back too early. */
function fromNow(seconds: number): string {
  if (seconds <= 60) return "in a minute";
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `in ${minutes} minutes`;
  const hours = Math.ceil(minutes / 60);
  if (hours === 1) return "in an hour";
  return hours < 24 ? `in ${hours} hours` : "tomorrow";
}

/** Retry-After is a number of seconds or a date. */
function secondsFrom(retryAfter: string | null, now: Date): number | null {
  if (retryAfter === null || retryAfter.trim() === "") return null;
  const seconds = Number(retryAfter);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(retryAfter);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1000);
}
