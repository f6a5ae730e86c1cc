// Owns the browser's list `totalFound`: the ids handed in since the game began, levels not told apart.
// Nothing is ever decided by it. The count comes from the game's own state, so a storage that is full,
// blocked, shared with a second tab or full of nonsense costs the list and nothing else.

import type { SpotId } from "./model";

const KEY = "totalFound";

export function appendFound(ids: readonly SpotId[]): void {
  attempt((storage) => {
    storage.setItem(KEY, JSON.stringify([...parse(storage.getItem(KEY)), ...ids]));
  });
}

export function clearFound(): void {
  attempt((storage) => storage.removeItem(KEY));
}

function parse(text: string | null): SpotId[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(Number.isSafeInteger) : [];
  } catch {
    return [];
  }
}

function attempt(use: (storage: Storage) => void): void {
  try {
    use(window.localStorage);
  } catch {
    // Blocked storage throws at the mere mention of it, a full one on writing: the game goes on.
  }
}
