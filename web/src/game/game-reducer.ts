// The rules of the game as a pure reducer: which spots are found, when a level ends, what the results count. It uses no
// storage and no network, so a second tab or broken storage cannot change a score.

/** Unique only within a level. */
export type SpotId = number;

/** One list of spot ids for each level, in the order of the levels. */
export type SpotsByLevel = readonly (readonly SpotId[])[];

/** The result of the last click on the picture. `count` distinguishes two misses in a row. */
type LastClick =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly id: SpotId }
  | {
      readonly kind: "missed";
      readonly left: number;
      readonly top: number;
      readonly count: number;
    };

export type Playing = {
  readonly phase: "playing";
  readonly spots: SpotsByLevel;
  /** Zero-based. */
  readonly level: number;
  readonly selection: readonly SpotId[];
  readonly submitted: SpotsByLevel;
  readonly lastClick: LastClick;
};

export type Results = {
  readonly phase: "results";
  readonly spots: SpotsByLevel;
  readonly submitted: SpotsByLevel;
  readonly found: number;
};

export type Game = Playing | Results;

export type Action =
  | { readonly type: "select"; readonly id: SpotId }
  /** Position in percent of the picture's width and height. */
  | { readonly type: "miss"; readonly left: number; readonly top: number }
  | { readonly type: "submit" }
  /** Continues a saved game. Its pictures may have other spots than those that the site shows now. */
  | {
      readonly type: "restore";
      readonly spots?: SpotsByLevel;
      readonly submitted: SpotsByLevel;
      readonly selection: readonly SpotId[];
    }
  | { readonly type: "playAgain"; readonly spots?: SpotsByLevel };

const noClick: LastClick = { kind: "none" };

export function newGame(spots: SpotsByLevel): Playing {
  return { phase: "playing", spots, level: 0, selection: [], submitted: [], lastClick: noClick };
}

export function gameReducer(game: Game, action: Action): Game {
  if (action.type === "playAgain") return newGame(action.spots ?? game.spots);
  if (action.type === "restore") {
    return restore(action.spots ?? game.spots, action.submitted, action.selection);
  }
  if (game.phase === "results") return game;
  switch (action.type) {
    case "select":
      return select(game, action.id);
    case "miss":
      return miss(game, action.left, action.top);
    case "submit":
      return submit(game);
  }
}

export function isLastLevel(game: Playing): boolean {
  return game.level >= game.spots.length - 1;
}

/** The same id in two levels counts twice. */
export function countFound(game: Game): number {
  const submitted = countSpots(game.submitted);
  return game.phase === "playing" ? submitted + game.selection.length : submitted;
}

/** The spots of the current level that are not found yet. */
export function countHidden({ spots, level, selection }: Playing): number {
  return (spots[level]?.length ?? 0) - selection.length;
}

export function countSpots(spots: SpotsByLevel): number {
  return spots.reduce((sum, ids) => sum + ids.length, 0);
}

export function isPerfect(results: Results): boolean {
  return results.found === countSpots(results.spots);
}

/** Plays the saved game again, so that a damaged one cannot break the rules. */
function restore(spots: SpotsByLevel, submitted: SpotsByLevel, selection: readonly SpotId[]): Game {
  const play = (game: Game, ids: readonly SpotId[]): Game =>
    ids.reduce((next, id) => (next.phase === "playing" ? select(next, id) : next), game);
  const atLevel = submitted.reduce<Game>((game, ids) => {
    const played = play(game, ids);
    return played.phase === "playing" ? submit(played) : played;
  }, newGame(spots));
  const restored = play(atLevel, selection);
  return restored.phase === "playing" ? { ...restored, lastClick: noClick } : restored;
}

function select(game: Playing, id: SpotId): Playing {
  const levelSpots = game.spots[game.level] ?? [];
  if (!levelSpots.includes(id) || game.selection.includes(id)) return game;
  return { ...game, selection: [...game.selection, id], lastClick: { kind: "found", id } };
}

function miss(game: Playing, left: number, top: number): Playing {
  const count = game.lastClick.kind === "missed" ? game.lastClick.count + 1 : 1;
  return { ...game, lastClick: { kind: "missed", left, top, count } };
}

function submit(game: Playing): Game {
  const submitted = [...game.submitted, game.selection];
  if (!isLastLevel(game)) {
    return { ...game, level: game.level + 1, selection: [], submitted, lastClick: noClick };
  }
  return { phase: "results", spots: game.spots, submitted, found: countSpots(submitted) };
}
