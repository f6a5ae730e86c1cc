// What the rinse timer says, and how it shows the time. By the clock, not by counting: a phone may have slept.

const DIRECTIONS = ["Look up.", "Look down.", "Look left.", "Look right."];

/** 65 is "1:05". */
export function clockOf(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** What to say when `left` seconds are left and `before` were left the last time. Null when no minute has passed. */
export function wordsFor(before: number, left: number): string | null {
  if (left <= 0)
    return before > 0
      ? "Time is over. Go to the hospital now. Keep rinsing on the way if you can."
      : null;
  const minutes = Math.ceil(left / 60);
  if (minutes === Math.ceil(before / 60)) return null;
  return `${minutes} ${minutes === 1 ? "minute" : "minutes"} left. Keep rinsing. ${DIRECTIONS[minutes % 4]}`;
}

export function firstWords(seconds: number): string {
  return `Rinse for ${Math.ceil(seconds / 60)} minutes. Keep the lids open. Look up.`;
}
