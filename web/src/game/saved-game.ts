// The game in progress or won, kept in sessionStorage until it is claimed or played again: phones discard a tab when
// people switch to another app. sessionStorage belongs to one tab, so games in two tabs stay separate.

import type { Level } from "../generated/Level";
import type { Game, SpotId, SpotsByLevel } from "./game-reducer";

const KEY = "game";
/** The server's tokens are valid for a day. */
const MAX_AGE_MS = 24 * 60 * 60 * 1000;

/** What the server knows of a game. */
export type PlayTokens = {
  readonly play: string | null;
  /** Only after a perfect game. */
  readonly proof: string | null;
};

type SavedGame = {
  /** Of the pictures that it was begun with. */
  readonly spots: SpotsByLevel;
  /** One list for each submitted level. */
  readonly submitted: SpotsByLevel;
  /** The spots found in the current level. Empty after the last level. */
  readonly selection: readonly SpotId[];
  readonly tokens: PlayTokens;
  /** The pictures that it was begun with: the site may show those of another month by now. Null from an earlier release. */
  readonly levels: readonly Level[] | null;
  /** Whether everything was found in one set of pictures. Otherwise the game is counted for no set. */
  readonly isOneSet: boolean;
};

export const NO_TOKENS: PlayTokens = { play: null, proof: null };

export function saveGame(
  game: Game,
  levels: readonly Level[],
  tokens: PlayTokens,
  isOneSet: boolean,
  now = Date.now(),
): void {
  const { spots, submitted } = game;
  const selection = game.phase === "playing" ? game.selection : [];
  withStorage((storage) => {
    const saved = { savedAt: now, spots, submitted, selection, levels, isOneSet, ...tokens };
    storage.setItem(KEY, JSON.stringify(saved));
  });
}

/** Null if there is none, it is too old, or the clinic has changed the spots since and its own pictures are not known. */
export function loadGame(published: SpotsByLevel, now = Date.now()): SavedGame | null {
  let text: string | null = null;
  withStorage((storage) => {
    text = storage.getItem(KEY);
  });
  const saved = parse(text);
  if (saved === null || !isList(saved.spots, isIdList)) return null;
  const { spots } = saved;
  const age = now - Number(saved.savedAt);
  if (!(age < MAX_AGE_MS) || !isList(saved.submitted, isIdList) || !isIdList(saved.selection)) {
    return null;
  }
  const { submitted, selection } = saved;
  const tokens = { play: token(saved.play), proof: token(saved.proof) };
  const levels = levelsOf(saved.levels, spots);
  const isOneSet = levels !== null && saved.isOneSet !== false;
  if (!isOneSet && !isSame(spots, published)) return null;
  return { spots, submitted, selection, tokens, levels, isOneSet };
}

export function isSame(spots: SpotsByLevel, others: SpotsByLevel): boolean {
  return JSON.stringify(spots) === JSON.stringify(others);
}

export function forgetGame(): void {
  withStorage((storage) => storage.removeItem(KEY));
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem);
}

function isIdList(value: unknown): value is SpotId[] {
  return isList(value, (id): id is SpotId => Number.isSafeInteger(id));
}

function levelsOf(value: unknown, spots: SpotsByLevel): readonly Level[] | null {
  try {
    const levels = value as readonly Level[];
    const ids = levels.map((level) => level.spots.map(({ id }) => id));
    const isWhole = levels.every(({ image }) => typeof image.src === "string");
    return isWhole && isSame(ids, spots) ? levels : null;
  } catch {
    return null;
  }
}

function token(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function withStorage(use: (storage: Storage) => void): void {
  try {
    use(window.sessionStorage);
  } catch {
    // Storage is blocked or full: the game is then lost with its tab.
  }
}
