// What the visitor should do, by rule, from the outcomes of both eyes. The most urgent rule that applies decides.
import type { Outcome } from "../estimator/outcome";
import type { LogMar } from "../estimator/psychometric-function";
import { LINE_9_5, LINE_12, LINE_60, snellenWithRange } from "./snellen";

/** From the least to the most urgent. */
const BY_URGENCY = ["noSign", "finish", "repeat", "book", "bookSoon", "callToday"] as const;
export type Advice = (typeof BY_URGENCY)[number];

export const ADVICE_TEXT: Record<Advice, string> = {
  noSign:
    "No sign of reduced sharpness today. Glaucoma and diabetes can harm eyes that pass this check.",
  finish: "The check is not finished. Please repeat it.",
  repeat: "This result is unreliable. Please repeat the check.",
  book: "Please book an eye examination.",
  bookSoon: "Please book an eye examination soon.",
  callToday: "Please call us today.",
};

/** The visitor has said that this eye does not see, which is known for a long time. */
export type EyeOutcome = Outcome | { readonly kind: "noSight" };

export type CheckResult = {
  readonly right: EyeOutcome;
  readonly left: EyeOutcome;
  /** At 40 cm, on screens that can draw it. */
  readonly near: EyeOutcome | null;
};

const DIFFERENCE_BETWEEN_EYES: LogMar = 0.2;
/** N8 has the height of letters of 1 M, which is 0.4 logMAR at 40 cm. So N6 is 0.75 M. */
export const N6_AT_40_CM: LogMar = Math.log10(0.75 / 0.4);
export const N5_AT_40_CM: LogMar = Math.log10(0.625 / 0.4);

export function adviseVisitor({ right, left, near }: CheckResult): Advice {
  const reasons: Advice[] = [adviseEye(right), adviseEye(left)];
  if (differ(right, left)) reasons.push("book");
  if (near) reasons.push(adviseNear(near));
  return mostUrgent(reasons);
}

/** What one eye's distance sight alone would lead to. */
export function adviseEye(outcome: EyeOutcome): Advice {
  if (outcome.kind !== "estimate") return adviseWithoutSize(outcome.kind);
  const { size, upper } = outcome;
  if (size > LINE_60) return "callToday";
  if (size > LINE_12) return "bookSoon";
  return size <= LINE_9_5 && upper <= LINE_12 ? "noSign" : "book";
}

function adviseNear(outcome: EyeOutcome): Advice {
  if (outcome.kind !== "estimate") return adviseWithoutSize(outcome.kind);
  return outcome.size > N6_AT_40_CM ? "bookSoon" : "noSign";
}

function adviseWithoutSize(kind: Exclude<EyeOutcome["kind"], "estimate">): Advice {
  switch (kind) {
    // The eyes differ by more than any limit, and the other one is the only one.
    case "noSight":
      return "book";
    case "largestNotSeen":
      return "callToday";
    case "unreliable":
      return "repeat";
    case "unfinished":
      return "finish";
  }
}

function differ(right: EyeOutcome, left: EyeOutcome): boolean {
  if (right.kind !== "estimate" || left.kind !== "estimate") return false;
  return Math.abs(right.size - left.size) >= DIFFERENCE_BETWEEN_EYES;
}

function mostUrgent(reasons: readonly Advice[]): Advice {
  const urgency = Math.max(...reasons.map((advice) => BY_URGENCY.indexOf(advice)));
  return BY_URGENCY[urgency] ?? "repeat";
}

/** The sentence for the note of a booking. */
export function describeForNote({ right, left }: CheckResult): string {
  return `Sight self-check: right ${describeEye(right)}, left ${describeEye(left)}`;
}

function describeEye(outcome: EyeOutcome): string {
  switch (outcome.kind) {
    case "noSight":
      return "not checked, no sight";
    case "estimate":
      return snellenWithRange(outcome);
    case "largestNotSeen":
      return "largest E not seen";
    case "unreliable":
    case "unfinished":
      return "no reliable result";
  }
}
