// What a phone sent, as an action. Anything else is ignored.
import { DIRECTIONS } from "../../drawing/figure";
import type { Action } from "../check-state";

export function asAction(answer: string): Action | null {
  if (answer === "undo") return { type: "undo" };
  const seen = [...DIRECTIONS, "unseen" as const].find((it) => it === answer);
  return seen ? { type: "answer", seen } : null;
}
