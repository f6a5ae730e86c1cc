// The localStorage list `totalFound`: the ids submitted since the game began, for all levels together. The game only
// writes it. The score comes from the reducer, so storage that is full, blocked, shared with another tab or damaged
// cannot change it.

import type { SpotId } from "./game-reducer";

const KEY = "totalFound";

export function appendFound(ids: readonly SpotId[]): void {
  withStorage((storage) => {
    storage.setItem(KEY, JSON.stringify([...parse(storage.getItem(KEY)), ...ids]));
  });
}

export function clearFound(): void {
  withStorage((storage) => storage.removeItem(KEY));
}

function parse(text: string | null): SpotId[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter(Number.isSafeInteger) : [];
  } catch {
    return [];
  }
}

function withStorage(use: (storage: Storage) => void): void {
  try {
    use(window.localStorage);
  } catch {
    // Reading window.localStorage throws if storage is blocked, writing throws if it is full.
  }
}
