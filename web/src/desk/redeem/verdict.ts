// What the desk is told about a code, as values: the sign, the word, the sentence, and what may be done next.
// Pure, so that every answer can be read in a test without a screen.
import { explain, type Problem } from "../problem";
import { sayDay, sayMoment, sayTime } from "../times";
import type { Code } from "../types";

export type Answer =
  /** `news` says what has just been done to it here. */
  | { readonly kind: "code"; readonly code: Code; readonly news: "redeemed" | "undone" | null }
  | { readonly kind: "none"; readonly typed: string; readonly problem: Problem };

export type SignName = "good" | "used" | "expired" | "void" | "unknown" | "slip" | "trouble";

export type Verdict = {
  readonly sign: SignName;
  /** Read from across the desk. */
  readonly word: string;
  readonly detail: string;
  /** The code it speaks of. */
  readonly code: string;
  readonly canRedeem: boolean;
  /** When the undo ends, while there is one. */
  readonly undoUntil: string | null;
};

export function verdictOn(answer: Answer, now: number): Verdict {
  if (answer.kind === "none") return verdictOnProblem(answer.typed, answer.problem);
  const { code, news } = answer;
  const about = { code: code.code, canRedeem: false, undoUntil: null };
  switch (code.state) {
    case "good":
      return {
        ...about,
        sign: "good",
        word: "Good",
        detail: `${news === "undone" ? "The redemption is undone. " : ""}Good until ${sayDay(code.validUntil)}.`,
        canRedeem: true,
      };
    case "used":
      return {
        ...about,
        sign: news === "redeemed" ? "good" : "used",
        word: news === "redeemed" ? "Redeemed" : "Used",
        detail: news === "redeemed" ? "Give the discount now." : saidUse(code, now),
        undoUntil: code.undoUntil && sayTime(code.undoUntil),
      };
    case "expired":
      return {
        ...about,
        sign: "expired",
        word: "Expired",
        detail: `Expired on ${sayDay(code.validUntil)}.`,
      };
    case "void":
      return {
        ...about,
        sign: "void",
        word: "Withdrawn",
        detail: "The clinic took this code back.",
      };
  }
}

function saidUse({ usedAt, usedBy }: Code, now: number): string {
  const when = usedAt ? ` ${sayMoment(usedAt, now)}` : "";
  return `Used${when}${usedBy ? ` by ${usedBy}` : ""}.`;
}

function verdictOnProblem(typed: string, problem: Problem): Verdict {
  const about = { code: typed, canRedeem: false, undoUntil: null };
  const reason = problem.kind === "refused" ? problem.code : "";
  switch (reason) {
    case "unknown_code":
      return {
        ...about,
        sign: "unknown",
        word: "Unknown",
        detail: "No such code was ever given out. Compare it with the mail.",
      };
    case "slip":
      return {
        ...about,
        sign: "slip",
        word: "One character looks wrong",
        detail: "Compare it with the mail, character by character.",
      };
    case "not_a_code":
      return {
        ...about,
        sign: "slip",
        word: "Not a code",
        detail: "A code looks like EYE5-XXXX-XXXX.",
      };
    default:
      return { ...about, sign: "trouble", word: troubleWord(problem), detail: explain(problem) };
  }
}

function troubleWord({ kind }: Problem): string {
  if (kind === "slowDown") return "Wait a moment";
  return kind === "refused" || kind === "notAllowed" ? "Not done" : "No answer";
}

/** A refused redemption tells what the code has become since it was looked up. */
export function afterRefusal(code: Code, problem: Problem): Answer {
  if (problem.kind === "refused") {
    const { usedAt, usedBy } = problem;
    switch (problem.code) {
      case "used":
        return { kind: "code", news: null, code: { ...code, state: "used", usedAt, usedBy } };
      case "expired":
      case "void":
        return { kind: "code", news: null, code: { ...code, state: problem.code } };
    }
  }
  return { kind: "none", typed: code.code, problem };
}
