// Every difference of the pictures can be found with the cursor of the keyboard, in few presses.

import { readFileSync } from "node:fs";
import { getStaticTOMLValue, parseTOML } from "toml-eslint-parser";
import { expect, test } from "vitest";
import {
  areaOfCell,
  gridOf,
  middleCell,
  middleOf,
  moveByKey,
  spotAt,
} from "../src/game/picture-grid";
import { drawLevel, sceneNames } from "./set.mjs";

const SEEDS = Array.from({ length: 20 }, (_, i) => i + 1);
const KEYS = [
  "ArrowLeft",
  "ArrowRight",
  "ArrowUp",
  "ArrowDown",
  "Home",
  "End",
  "PageUp",
  "PageDown",
];

/** What the site gets of a level. */
const level = (svg, fields, spots) => {
  const [, width, height] = svg.match(/viewBox="0 0 (\d+) (\d+)"/).map(Number);
  return { image: { width, height }, secondSceneTop: fields.second_scene_top ?? null, spots };
};

/** For each cell that a key leads to, the fewest presses from the beginning. */
const pressesTo = (grid) => {
  const presses = new Map();
  let reached = [middleCell(grid)];
  for (let count = 0; reached.length > 0; count++) {
    for (const cell of reached) presses.set(JSON.stringify(cell), count);
    const moved = reached.flatMap((cell) =>
      KEYS.map((key) => moveByKey(grid, cell, { key, ctrlKey: false })),
    );
    reached = [...new Map(moved.map((cell) => [JSON.stringify(cell), cell])).entries()]
      .filter(([key]) => !presses.has(key))
      .map(([, cell]) => cell);
  }
  return presses;
};

/** The fewest presses after which Enter finds each spot. */
const pressesToSpots = (drawn) => {
  const grid = gridOf(drawn);
  const found = new Map();
  for (const [key, count] of pressesTo(grid)) {
    const spot = spotAt(drawn, middleOf(areaOfCell(grid, JSON.parse(key))));
    if (spot && !found.has(spot.id)) found.set(spot.id, count);
  }
  return found;
};

const check = (drawn, name) => {
  const presses = pressesToSpots(drawn);
  expect([...presses.keys()].toSorted(), name).toStrictEqual(drawn.spots.map(({ id }) => id));
  expect(Math.max(...presses.values()), name).toBeLessThanOrEqual(10);
};

test("every spot of the content's pictures contains the middle of a cell, a few presses away", () => {
  const folder = `${import.meta.dirname}/../../content/game`;
  const { levels } = getStaticTOMLValue(parseTOML(readFileSync(`${folder}/game.toml`, "utf8")));
  expect(levels).toHaveLength(3);
  for (const { spots, ...fields } of levels) {
    check(level(readFileSync(`${folder}/${fields.image}`, "utf8"), fields, spots), fields.image);
  }
});

test.each(sceneNames().flatMap((names, number) => names.map((name) => [number, name])))(
  "every spot of level %i, %s, contains the middle of a cell, a few presses away",
  (number, name) => {
    for (const seed of SEEDS) {
      const { svg, fields, spots } = drawLevel(seed, number, name);
      check(level(svg, fields, spots), `seed ${seed}`);
    }
  },
);
