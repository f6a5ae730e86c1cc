// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { gameReducer, newGame, type Playing } from "./game-reducer";
import { forgetGame, loadGame, saveGame } from "./saved-game";

const spots = [[1], [1, 2, 3]];
const levels = spots.map((ids, i) => ({
  image: { src: `/pictures/${i}.svg`, width: 600, height: 600 },
  alt: "",
  description: "",
  secondSceneTop: null,
  spots: ids.map((id) => ({ id, top: "1%", left: "1%", width: "14%", height: "14%", label: null })),
}));
const tokens = { play: "play", proof: null };
const DAY = 24 * 60 * 60 * 1000;

/** Level 2, with one spot of each level found. */
const game = [
  { type: "select", id: 1 } as const,
  { type: "submit" } as const,
  { type: "select", id: 3 } as const,
].reduce(gameReducer, newGame(spots)) as Playing;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a saved game is loaded with its level, found spots and tokens", () => {
  saveGame(game, levels, tokens, true);
  expect(loadGame(spots)).toEqual({
    spots,
    submitted: [[1]],
    selection: [3],
    tokens,
    levels,
    isOneSet: true,
  });
});

test("a game that was not played with one set of pictures, or not known to be, is loaded as such", () => {
  saveGame(game, levels, tokens, false);
  expect(loadGame(spots)?.isOneSet).toBe(false);
  const earlier = { savedAt: Date.now(), spots, submitted: [[1]], selection: [3] };
  sessionStorage.setItem("game", JSON.stringify(earlier));
  expect(loadGame(spots)?.isOneSet).toBe(false);
  sessionStorage.setItem("game", JSON.stringify({ ...earlier, levels }));
  expect(loadGame(spots)?.isOneSet).toBe(true);
});

test("a forgotten game is not loaded", () => {
  saveGame(game, levels, tokens, true);
  forgetGame();
  expect(loadGame(spots)).toBeNull();
});

test("a game is not loaded after a day", () => {
  saveGame(game, levels, tokens, true, 0);
  expect(loadGame(spots, DAY - 1)).not.toBeNull();
  expect(loadGame(spots, DAY)).toBeNull();
});

test("a game goes on with its own pictures and spots when the site shows others, if it was begun with these", () => {
  const published = [[1], [1, 2]];
  saveGame(game, levels, tokens, true);
  expect(loadGame(published)).toMatchObject({ spots, submitted: [[1]], selection: [3], levels });
  saveGame(game, levels, tokens, false);
  expect(loadGame(published)).toBeNull();
  const earlier = { savedAt: Date.now(), spots, submitted: [[1]], selection: [3] };
  sessionStorage.setItem("game", JSON.stringify(earlier));
  expect(loadGame(published)).toBeNull();
});

test.each(["not json", "null", "[]", '{"spots":[[1],[1,2,3]],"savedAt":"x"}'])(
  "an invalid value is ignored: %s",
  (invalid) => {
    sessionStorage.setItem("game", invalid);
    expect(loadGame(spots)).toBeNull();
  },
);

test("invalid lists and tokens are ignored", () => {
  const valid = { savedAt: Date.now(), spots, submitted: [[1]], selection: [3] };
  sessionStorage.setItem("game", JSON.stringify({ ...valid, selection: ["3"] }));
  expect(loadGame(spots)).toBeNull();
  sessionStorage.setItem("game", JSON.stringify({ ...valid, play: 7 }));
  expect(loadGame(spots)?.tokens).toEqual({ play: null, proof: null });
});

test("pictures that an earlier release did not save or that do not fit are ignored", () => {
  const saved = { savedAt: Date.now(), spots, submitted: [[1]], selection: [3] };
  for (const invalid of [undefined, 7, [], [null, null], levels.slice(1), [{ spots: [] }, 1]]) {
    sessionStorage.setItem("game", JSON.stringify({ ...saved, levels: invalid }));
    expect(loadGame(spots)).toMatchObject({ selection: [3], levels: null });
  }
});

test("blocked storage causes no error", () => {
  vi.stubGlobal("window", {
    get sessionStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  });
  saveGame(game, levels, tokens, true);
  expect(loadGame(spots)).toBeNull();
  forgetGame();
});
