// Owns the rules of the game: which spots are found, when a level ends, what the results count.
// One pure reducer; it knows nothing of screens, storage or servers, so no re-render, second tab or
// broken storage can change a score.

/** Unique within its level only: levels count their spots from one. */
export type SpotId = number;

/** The ids that each level hides, in the order of the levels. */
export type Rules = readonly (readonly SpotId[])[];

/** What the last touch of the picture met. `times` tells two misses in a row apart. */
export type Touch =
  | { readonly kind: "none" }
  | { readonly kind: "found"; readonly id: SpotId }
  | {
      readonly kind: "missed";
      readonly left: number;
      readonly top: number;
      readonly times: number;
    };

export type Playing = {
  readonly phase: "playing";
  readonly rules: Rules;
  /** Counts from zero. */
  readonly level: number;
  readonly selection: readonly SpotId[];
  /** What was handed in, a list a level. */
  readonly submitted: Rules;
  readonly touch: Touch;
};

export type Results = {
  readonly phase: "results";
  readonly rules: Rules;
  readonly submitted: Rules;
  /** Taken once, at the transition. */
  readonly found: number;
};

export type Game = Playing | Results;

export type Action =
  | { readonly type: "select"; readonly id: SpotId }
  /** Where in the picture, in percent of its width and height. */
  | { readonly type: "miss"; readonly left: number; readonly top: number }
  | { readonly type: "submit" }
  | { readonly type: "playAgain" };

const untouched: Touch = { kind: "none" };

export function begin(rules: Rules): Playing {
  return { phase: "playing", rules, level: 0, selection: [], submitted: [], touch: untouched };
}

export function play(game: Game, action: Action): Game {
  if (action.type === "playAgain") return begin(game.rules);
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
  return game.level >= game.rules.length - 1;
}

/** Pairs of level and spot: the same id in two levels is two finds. */
export function countFound(game: Game): number {
  const handedIn = count(game.submitted);
  return game.phase === "playing" ? handedIn + game.selection.length : handedIn;
}

export function countHidden(rules: Rules): number {
  return count(rules);
}

export function isPerfect(results: Results): boolean {
  return results.found === countHidden(results.rules);
}

function select(game: Playing, id: SpotId): Playing {
  const hidden = game.rules[game.level] ?? [];
  if (!hidden.includes(id) || game.selection.includes(id)) return game;
  return { ...game, selection: [...game.selection, id], touch: { kind: "found", id } };
}

function miss(game: Playing, left: number, top: number): Playing {
  const times = game.touch.kind === "missed" ? game.touch.times + 1 : 1;
  return { ...game, touch: { kind: "missed", left, top, times } };
}

function submit(game: Playing): Game {
  const submitted = [...game.submitted, game.selection];
  if (!isLastLevel(game)) {
    return { ...game, level: game.level + 1, selection: [], submitted, touch: untouched };
  }
  return { phase: "results", rules: game.rules, submitted, found: count(submitted) };
}

function count(lists: Rules): number {
  return lists.reduce((sum, ids) => sum + ids.length, 0);
}
