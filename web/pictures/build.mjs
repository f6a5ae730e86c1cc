// Draws the game's pictures and writes them with their spots to content/game. With --check it writes nothing and fails
// if a file there is out of date.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { level1 } from "./level-1.mjs";
import { level2 } from "./level-2.mjs";
import { level3 } from "./level-3.mjs";
import { gameToml } from "./set.mjs";
import { todaysSpots } from "./spots.mjs";

const folder = new URL("../../content/game/", import.meta.url);

const HEADER = `# The levels of the game. \`node web/pictures/build.mjs\` generates the pictures and this file: change the
# drawing and run it again; do not edit spots here.
# To use your own pictures, write this file by hand: for each level the picture beside this file and its
# spots. A spot is a rectangle in percent of the picture, at least 13.5% of its width wide and as tall on the
# screen, so that a thumb can hit it on a small phone. Spots must not overlap.
# If the picture shows the same scene twice, one above the other, \`second_scene_top\` says where the second one
# begins. Place the spots in the second scene; they can be pressed in both.
`;

const files = new Map();
const levels = [level1, level2, level3].map(({ size, draw, ...fields }) => {
  const { svg, parts } = draw();
  files.set(fields.image, svg);
  return { fields, spots: todaysSpots(parts, size) };
});
files.set("game.toml", gameToml(HEADER, levels));

const committed = (name) => {
  try {
    return readFileSync(new URL(name, folder), "utf8");
  } catch {
    return undefined;
  }
};

if (process.argv.includes("--check")) {
  const stale = [...files].filter(([name, text]) => committed(name) !== text).map(([name]) => name);
  if (stale.length > 0) {
    console.error(
      `Out of date in content/game: ${stale.join(", ")}. Run: node web/pictures/build.mjs`,
    );
    process.exit(1);
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of files) writeFileSync(new URL(name, folder), text);
}
