// What a phone sent, as an action. Anything else is ignored.
import { DIRECTIONS } from "../../drawing/figure";
import type { Action, Check } from "../check-state";

/** An answer is for the letter that is shown when it arrives, and for no later one. */
export function asAction(answer: string, { trial }: Pick<Check, "trial">): Action | null {
  if (answer === "undo") return { type: "undo" };
  const seen = [...DIRECTIONS, "unseen" as const].find((it) => it === answer);
  return seen ? { type: "answer", seen, trial } : null;
}
