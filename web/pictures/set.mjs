// Draws a set of three levels from a seed: its pictures and its game.toml. Uses no API of Node.js or of a browser, because
// the server runs it in its own JavaScript engine.

import * as first from "./level-1.mjs";
import * as second from "./level-2.mjs";
import * as third from "./level-3.mjs";
import { choices } from "./random.mjs";
import { spotsOf } from "./spot-boxes.mjs";

// A JSON string is also a valid TOML basic string.
const table = (name, fields) =>
  [
    `[[${name}]]`,
    ...Object.entries(fields).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ].join("\n");

/** The text of game.toml: each level with its fields and its spots. */
export const gameToml = (header, levels) =>
  `${[
    header.trimEnd(),
    ...levels.flatMap(({ fields, spots }) => [
      table("levels", fields),
      ...spots.map((spot) => table("levels.spots", spot)),
    ]),
  ].join("\n\n")}\n`;

const LEVELS = [
  [first.scenes, first.oddSmileyIn],
  [second.scenes, second.starsIn],
  [third.scenes, third.differencesIn],
];

/** The names of the scenes of each level. */
export const sceneNames = () => LEVELS.map(([scenes]) => scenes.map(({ name }) => name));

/** One level (0, 1 or 2) of a seed, in the named scene or in the one that the seed chooses. */
export const drawLevel = (seed, number, sceneName) => {
  const [scenes, draw] = LEVELS[number];
  const random = choices(seed, `level ${number + 1}`);
  const chosen = random.pick(scenes);
  const scene = sceneName ? scenes.find(({ name }) => name === sceneName) : chosen;
  if (!scene) throw new Error(`Level ${number + 1} has no scene "${sceneName}".`);
  const { svg, parts, size, scene: name, operations, places, ...fields } = draw(scene, random);
  return { scene: name, svg, fields, operations: operations ?? [], spots: spotsOf(parts, size) };
};

const filesOf = (seed, levels) => {
  const header = `# The levels of the game, drawn from the seed ${seed}. Do not edit the spots here: they belong to the pictures.\n`;
  return {
    "game.toml": gameToml(header, levels),
    ...Object.fromEntries(levels.map(({ fields, svg }) => [fields.image, svg])),
  };
};

/** The files of the set of a seed. */
export const drawSet = (seed) =>
  filesOf(
    seed,
    LEVELS.map((_, number) => drawLevel(seed, number)),
  );

/** The same with one level only (0, 1 or 2), in the named scene: the proofs of many seeds of a scene need no others. */
export const drawScene = (seed, number, scene) => filesOf(seed, [drawLevel(seed, number, scene)]);
