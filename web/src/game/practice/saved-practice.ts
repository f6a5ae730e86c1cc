// The practice puzzle in progress, kept in sessionStorage: phones discard a tab when people switch to another app. It is
// apart from the game for the prize, which it must not change.

import type { SpotId } from "../game-reducer";

const KEY = "practice";

type SavedPractice = {
  /** The day of the puzzle. Another day has another puzzle. */
  readonly date: string;
  /** The address of its picture. The puzzle of a day can be drawn again, with other differences. */
  readonly picture: string;
  readonly found: readonly SpotId[];
  readonly hints: readonly SpotId[];
  readonly isFinished: boolean;
};

export function savePractice(practice: SavedPractice): void {
  withStorage((storage) => storage.setItem(KEY, JSON.stringify(practice)));
}

/** Null if there is none for this day and this picture. */
export function loadPractice(date: string, picture: string): SavedPractice | null {
  let text: string | null = null;
  withStorage((storage) => {
    text = storage.getItem(KEY);
  });
  try {
    const saved = JSON.parse(text ?? "null") as SavedPractice | null;
    const isThis = saved?.date === date && saved.picture === picture;
    return isThis && isIdList(saved.found) && isIdList(saved.hints) ? saved : null;
  } catch {
    return null;
  }
}

/** Leaves the puzzle of another day or picture. */
export function forgetPractice(date: string, picture: string): void {
  if (loadPractice(date, picture) !== null) withStorage((storage) => storage.removeItem(KEY));
}

function isIdList(value: unknown): boolean {
  return Array.isArray(value) && value.every(Number.isSafeInteger);
}

function withStorage(use: (storage: Storage) => void): void {
  try {
    use(window.sessionStorage);
  } catch {
    // Storage is blocked or full: the puzzle is then lost with its tab.
  }
}
