// What a player shares of a practice puzzle: nothing that gives a difference away.

import { formatDate } from "../../lib/time/dates";

type PracticeResult = { date: string; found: number; total: number; hints: number };

/** "Practice puzzle, 17 November 2026: I found 4 of 5 differences, with 1 hint." */
export function shareText({ date, found, total, hints }: PracticeResult): string {
  return `Practice puzzle, ${formatDate(date)}: I found ${found} of ${total} differences, ${withHints(hints)}.`;
}

/** "without a hint", "with 1 hint", "with 2 hints" */
export function withHints(hints: number): string {
  if (hints === 0) return "without a hint";
  return hints === 1 ? "with 1 hint" : `with ${hints} hints`;
}
