import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Action,
  countFound,
  countHidden,
  countSpots,
  type Game,
  gameReducer,
  isLastLevel,
  isPerfect,
  newGame,
  type SpotsByLevel,
} from "./game-reducer";

const spots: SpotsByLevel = [[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]];

const played = (...actions: Action[]): Game => actions.reduce(gameReducer, newGame(spots));
const select = (id: number): Action => ({ type: "select", id });
const miss: Action = { type: "miss", left: 50, top: 50 };
const submit: Action = { type: "submit" };
const playAgain: Action = { type: "playAgain" };
const findAll = (ids: readonly number[]): Action[] => [...ids.map(select), submit];

const anyIds = fc.array(fc.integer({ min: -1, max: 7 }), { maxLength: 7 });
const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 7 }).map(select) },
  { weight: 1, arbitrary: fc.constant(miss) },
  { weight: 2, arbitrary: fc.constant(submit) },
  { weight: 1, arbitrary: fc.constant(playAgain) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("restore" as const),
      submitted: fc.array(anyIds, { maxLength: 5 }),
      selection: anyIds,
    }),
  },
);
const anySequence = fc.array(anyAction, { maxLength: 80 });

/** The state after each action, including the initial state. */
function allStates(actions: readonly Action[]): Game[] {
  const states: Game[] = [newGame(spots)];
  for (const action of actions) states.push(gameReducer(states.at(-1) as Game, action));
  return states;
}

describe("game rules", () => {
  test("starts at level 1 with nothing selected", () => {
    expect(newGame(spots)).toMatchObject({ phase: "playing", level: 0, selection: [] });
  });

  test("a spot clicked twice is found once", () => {
    expect(countFound(played(select(1), select(1)))).toBe(1);
  });

  test("a spot of another level cannot be selected", () => {
    expect(played(select(4))).toMatchObject({ selection: [] });
  });

  test("submit stores the selection and goes to the next level", () => {
    expect(played(select(1), submit)).toMatchObject({ level: 1, selection: [], submitted: [[1]] });
  });

  test("the same id in two levels counts twice", () => {
    expect(countFound(played(select(1), submit, select(1)))).toBe(2);
  });

  test("submitting the last level shows the results with the count", () => {
    const results = played(...findAll([1]), ...findAll([2, 4]), ...findAll([5]));
    expect(results).toMatchObject({ phase: "results", found: 4, submitted: [[1], [2, 4], [5]] });
  });

  test("eleven of eleven is perfect, ten is not", () => {
    const ten = played(submit, ...findAll([1, 2, 3, 4, 5]), ...findAll([1, 2, 3, 4, 5]));
    const eleven = played(...spots.flatMap(findAll));
    expect(ten.phase === "results" && isPerfect(ten)).toBe(false);
    expect(eleven.phase === "results" && isPerfect(eleven)).toBe(true);
  });

  test("results do not change until the player plays again", () => {
    const results = played(...spots.flatMap(findAll));
    expect([select(1), miss, submit].reduce(gameReducer, results)).toBe(results);
    expect(gameReducer(results, playAgain)).toEqual(newGame(spots));
  });

  test("a miss keeps the selection, and two misses in a row are distinguished", () => {
    expect(played(select(1), miss, miss)).toMatchObject({
      selection: [1],
      lastClick: { kind: "missed", count: 2 },
    });
  });

  test("a found spot is told, and the misses after it are counted anew", () => {
    expect(played(miss, miss, select(1))).toMatchObject({ lastClick: { kind: "found", id: 1 } });
    expect(played(miss, miss, select(1), miss)).toMatchObject({ lastClick: { count: 1 } });
  });

  test("the spots of the level that are not found yet are counted", () => {
    const hidden = (...actions: Action[]) => {
      const game = played(...actions);
      return game.phase === "playing" && countHidden(game);
    };
    expect(hidden()).toBe(1);
    expect(hidden(...findAll([1]), select(4), select(2))).toBe(3);
  });

  test("a restored game continues where it was", () => {
    const before = played(...findAll([1]), select(4), select(2));
    const restore = (submitted: number[][], selection: number[]) =>
      played({ type: "restore", submitted, selection });
    expect(restore([[1]], [4, 2])).toEqual({ ...before, lastClick: { kind: "none" } });
    expect(restore([[1], [2], [3]], [])).toEqual(
      played(...findAll([1]), ...findAll([2]), ...findAll([3])),
    );
    expect(restore([], [])).toEqual(newGame(spots));
  });

  test("the third level is the last", () => {
    const isLast = (...actions: Action[]) => {
      const game = played(...actions);
      return game.phase === "playing" && isLastLevel(game);
    };
    expect([isLast(), isLast(submit), isLast(submit, submit)]).toEqual([false, false, true]);
  });
});

describe("for any sequence of actions", () => {
  test("the count stays between 0 and 11", () => {
    expect(countSpots(spots)).toBe(11);
    fc.assert(
      fc.property(anySequence, (actions) => {
        for (const game of allStates(actions)) {
          expect(countFound(game)).toBeGreaterThanOrEqual(0);
          expect(countFound(game)).toBeLessThanOrEqual(11);
          if (game.phase === "results") expect(game.found).toBe(countFound(game));
        }
      }),
    );
  });

  test("no spot is counted twice, and only spots of the level are counted", () => {
    fc.assert(
      fc.property(anySequence, (actions) => {
        for (const game of allStates(actions)) {
          const lists =
            game.phase === "playing" ? [...game.submitted, game.selection] : game.submitted;
          lists.forEach((ids, level) => {
            expect(new Set(ids).size).toBe(ids.length);
            expect(spots[level]).toEqual(expect.arrayContaining([...ids]));
          });
        }
      }),
    );
  });

  test("the count decreases only when the player plays again or a saved game is restored", () => {
    fc.assert(
      fc.property(anySequence, (actions) => {
        const states = allStates(actions);
        actions.forEach((action, i) => {
          if (action.type === "playAgain" || action.type === "restore") return;
          expect(countFound(states[i + 1] as Game)).toBeGreaterThanOrEqual(
            countFound(states[i] as Game),
          );
        });
      }),
    );
  });
});
