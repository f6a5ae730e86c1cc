import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type Action,
  begin,
  countFound,
  countHidden,
  type Game,
  isLastLevel,
  isPerfect,
  play,
  type Rules,
} from "./model";

const rules: Rules = [[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]];

const played = (...actions: Action[]): Game => actions.reduce(play, begin(rules));
const select = (id: number): Action => ({ type: "select", id });
const miss: Action = { type: "miss", left: 50, top: 50 };
const submit: Action = { type: "submit" };
const playAgain: Action = { type: "playAgain" };
const findAll = (ids: readonly number[]): Action[] => [...ids.map(select), submit];

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: -1, max: 7 }).map(select) },
  { weight: 1, arbitrary: fc.constant(miss) },
  { weight: 2, arbitrary: fc.constant(submit) },
  { weight: 1, arbitrary: fc.constant(playAgain) },
);
const anySequence = fc.array(anyAction, { maxLength: 80 });

/** Every finished game on the way, however often the player began again. */
function everyState(actions: readonly Action[]): Game[] {
  const states: Game[] = [begin(rules)];
  for (const action of actions) states.push(play(states.at(-1) as Game, action));
  return states;
}

describe("a game", () => {
  test("starts at level 1 with nothing selected", () => {
    expect(begin(rules)).toMatchObject({ phase: "playing", level: 0, selection: [] });
  });

  test("a spot pressed twice is found once", () => {
    expect(countFound(played(select(1), select(1)))).toBe(1);
  });

  test("a spot of another level cannot be found here", () => {
    expect(played(select(4))).toMatchObject({ selection: [] });
  });

  test("the button hands in the selection and goes to the next level", () => {
    expect(played(select(1), submit)).toMatchObject({ level: 1, selection: [], submitted: [[1]] });
  });

  test("the same id in two levels counts twice", () => {
    expect(countFound(played(select(1), submit, select(1)))).toBe(2);
  });

  test("the last level leads to results with the count taken there", () => {
    const results = played(...findAll([1]), ...findAll([2, 4]), ...findAll([5]));
    expect(results).toMatchObject({ phase: "results", found: 4, submitted: [[1], [2, 4], [5]] });
  });

  test("eleven of eleven is perfect, ten is not", () => {
    const ten = played(submit, ...findAll([1, 2, 3, 4, 5]), ...findAll([1, 2, 3, 4, 5]));
    const eleven = played(...rules.flatMap(findAll));
    expect(ten.phase === "results" && isPerfect(ten)).toBe(false);
    expect(eleven.phase === "results" && isPerfect(eleven)).toBe(true);
  });

  test("results stay as they are until the player begins again", () => {
    const results = played(...rules.flatMap(findAll));
    expect([select(1), miss, submit].reduce(play, results)).toBe(results);
    expect(play(results, playAgain)).toEqual(begin(rules));
  });

  test("a miss costs nothing, and two in a row are told apart", () => {
    expect(played(select(1), miss, miss)).toMatchObject({
      selection: [1],
      touch: { kind: "missed", times: 2 },
    });
  });

  test("only the third level is the last", () => {
    const isLast = (...actions: Action[]) => {
      const game = played(...actions);
      return game.phase === "playing" && isLastLevel(game);
    };
    expect([isLast(), isLast(submit), isLast(submit, submit)]).toEqual([false, false, true]);
  });
});

describe("whatever the player does", () => {
  test("the count stays between 0 and 11", () => {
    expect(countHidden(rules)).toBe(11);
    fc.assert(
      fc.property(anySequence, (actions) => {
        for (const game of everyState(actions)) {
          expect(countFound(game)).toBeGreaterThanOrEqual(0);
          expect(countFound(game)).toBeLessThanOrEqual(11);
          if (game.phase === "results") expect(game.found).toBe(countFound(game));
        }
      }),
    );
  });

  test("no spot is counted twice, and none that the level does not hide", () => {
    fc.assert(
      fc.property(anySequence, (actions) => {
        for (const game of everyState(actions)) {
          const lists =
            game.phase === "playing" ? [...game.submitted, game.selection] : game.submitted;
          lists.forEach((ids, level) => {
            expect(new Set(ids).size).toBe(ids.length);
            expect(rules[level]).toEqual(expect.arrayContaining([...ids]));
          });
        }
      }),
    );
  });

  test("the count never falls, except by beginning again", () => {
    fc.assert(
      fc.property(anySequence, (actions) => {
        const states = everyState(actions);
        actions.forEach((action, i) => {
          if (action.type === "playAgain") return;
          expect(countFound(states[i + 1] as Game)).toBeGreaterThanOrEqual(
            countFound(states[i] as Game),
          );
        });
      }),
    );
  });
});
