// Whether the site has yet to follow a choice: it shows what was chosen within seconds.
import type { PuzzleMonths } from "../../../generated/PuzzleMonths";

/** Whether the game shows another set now than it is going to. */
export function isChanging({ isMonthly, pinned, months }: PuzzleMonths): boolean {
  const [now] = months;
  const chosen = pinned ?? now;
  const candidate = pinned === null ? now?.shown : pinned.candidate;
  const sets = months.find(({ month }) => month === chosen?.month)?.sets ?? [];
  const set = sets.find((set) => set.candidate === candidate);
  return isMonthly && set !== undefined && !set.isPlayed;
}
