// Draws the set in the content of the site: its pictures and its game.toml.

import { level1 } from "./level-1.mjs";
import { level2 } from "./level-2.mjs";
import { level3 } from "./level-3.mjs";
import { gameToml } from "./set.mjs";
import { spotsOf } from "./spot-boxes.mjs";

const HEADER = `# The levels of the game. \`node web/pictures/build.mjs\` generates the pictures and this file: change the
# drawing and run it again; do not edit spots here.
# To use your own pictures, write this file by hand: for each level the picture beside this file and its
# spots. A spot is a rectangle in percent of the picture, at least 13.5% of its width wide and as tall on the
# screen, so that a thumb can hit it on a small phone. Spots must not overlap.
# If the picture shows the same scene twice, one above the other, \`second_scene_top\` says where the second one
# begins. Place the spots in the second scene; they can be pressed in both.
`;

/** The files by their names. */
export const drawToday = () => {
  const drawn = [level1, level2, level3].map(({ size, draw, ...fields }) => {
    const { svg, parts } = draw();
    return { fields, svg, spots: spotsOf(parts, size) };
  });
  return {
    ...Object.fromEntries(drawn.map(({ fields, svg }) => [fields.image, svg])),
    "game.toml": gameToml(HEADER, drawn),
  };
};
