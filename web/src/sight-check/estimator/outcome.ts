// What a finished run says about one eye: a size with its range, or why there is none.
import type { LogMar } from "./psychometric-function";
import { isFinished, type Run, type Trial } from "./run";

export type Estimate = {
  readonly kind: "estimate";
  readonly size: LogMar;
  readonly lower: LogMar;
  readonly upper: LogMar;
  /** The eye sees the smallest size that the screen can draw; it may see smaller ones. */
  readonly orBetter: boolean;
};

export type Outcome =
  | Estimate
  /** Answers that contradict each other: "unreliable, please repeat". */
  | { readonly kind: "unreliable" }
  /** Not even the largest E of this screen was seen. */
  | { readonly kind: "largestNotSeen" }
  /** The run ended before it was finished. */
  | { readonly kind: "unfinished" };

/** One wrong answer can be a slip. */
const MIN_CONTRADICTIONS = 2;

export function outcomeOf(run: Run): Outcome {
  if (!isFinished(run)) return { kind: "unfinished" };
  // First, because whoever does not see the largest E answers at random and also contradicts themselves by chance.
  if (isLargestUnseen(run)) return { kind: "largestNotSeen" };
  if (isUnreliable(run)) return { kind: "unreliable" };
  const { mean, lower, upper } = run.summary;
  const { smallest } = run.range;
  if (mean >= smallest) return { kind: "estimate", size: mean, lower, upper, orBetter: false };
  return {
    kind: "estimate",
    size: smallest,
    lower: smallest,
    upper: Math.max(upper, smallest),
    orBetter: true,
  };
}

/** At least two answers at the largest size were wrong, and at least as many as were right. Somebody who sees it four times
 * in five is not in danger, and somebody who pressed the wrong arrow twice at the beginning is not either. */
function isLargestUnseen({ trials, range }: Run): boolean {
  const atLargest = trials.filter((trial) => isLargest(trial, range.largest));
  const wrong = atLargest.filter(isWrong).length;
  return wrong >= MIN_CONTRADICTIONS && wrong >= atLargest.length - wrong;
}

/** Two easy trials were wrong although a smaller E was seen. At the largest size a wrong answer is no contradiction: it can
 * be a serious loss of sight, and repeating the check would delay the call. */
function isUnreliable({ trials, range }: Run): boolean {
  const smallestRight = Math.min(
    ...trials.filter((trial) => trial.answer === "right").map((trial) => trial.size),
  );
  const contradictions = trials.filter(
    (trial) =>
      trial.easy &&
      isWrong(trial) &&
      !isLargest(trial, range.largest) &&
      trial.size > smallestRight,
  );
  return contradictions.length >= MIN_CONTRADICTIONS;
}

function isWrong({ answer }: Trial): boolean {
  return answer !== "right";
}

/** Sizes are logarithms of products, which may differ in the last digit. */
const ROUNDING = 1e-9;

function isLargest({ size }: Trial, largest: LogMar): boolean {
  return size >= largest - ROUNDING;
}
