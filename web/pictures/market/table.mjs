// The table in the foreground of the night market: bowls, a pineapple, flowers and a patterned cloth.

import { checks, daisy, rosette } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const TOP = 636;

const bowl = (x, width, fill, ornament, colour) =>
  group(
    {},
    path(
      line`M${x - width / 2} ${TOP - 40}h${width}q-6 40-${width / 2 - 16} 40h-32q-${width / 2 - 22} 0-${width / 2 - 16}-40z`,
      fill,
    ),
    rect(x - width / 2 - 4, TOP - 44, width + 8, 8, c.paper, { rx: 4 }),
    [-1, 0, 1].map((i) => ornament(x + i * width * 0.25, TOP - 20, 8.5, colour, fill)),
  );

const heap = (x, width, fruit) =>
  [-1, 0, 1].map((i) => fruit(x + i * width * 0.27, TOP - 48)).join("") +
  [-0.5, 0.5].map((i) => fruit(x + i * width * 0.27, TOP - 64)).join("");

const pepper = (x, y) =>
  path(line`M${x - 12} ${y - 4}q12-12 24 0q2 16-12 22q-14-6-12-22z`, c.clay) +
  stroke(line`M${x} ${y - 8}q0-6 5-8`, c.leaf, 4);
const tomato = (x, y) =>
  circle(x, y, 13, "#DB6247") +
  ellipse(x - 4, y - 5, 4, 3, c.butter) +
  circle(x + 2, y - 11, 3, c.leaf);

const pineapple = (x) =>
  group(
    {},
    group(
      { fill: c.leaf },
      [-34, -17, 0, 17, 34].map((turn) =>
        path(line`M${x - 6} ${TOP - 66}q-4-22 6-44q10 22 6 44z`, undefined, {
          transform: `rotate(${turn} ${x} ${TOP - 64})`,
        }),
      ),
    ),
    ellipse(x, TOP - 36, 25, 36, c.amber),
    stroke(
      line`M${x - 20} ${TOP - 56}l38 42M${x - 24} ${TOP - 38}l28 32M${x - 8} ${TOP - 70}l32 36M${x + 20} ${TOP - 56}l-38 42M${x + 24} ${TOP - 38}l-28 32M${x + 8} ${TOP - 70}l-32 36`,
      c.butter,
      2.5,
      { opacity: 0.7 },
    ),
  );

const vase = (x) =>
  group(
    {},
    stroke(
      line`M${x} ${TOP - 40}v-30M${x} ${TOP - 40}q-6-20-20-28M${x} ${TOP - 40}q6-20 20-28`,
      c.leaf,
      4,
    ),
    daisy(x, TOP - 82, 15, c.paper, c.marigold),
    rosette(x - 24, TOP - 70, 13, c.coral, c.butter),
    rosette(x + 24, TOP - 70, 13, c.marigold, c.clay),
    path(line`M${x - 15} ${TOP - 44}h30l-4 14q12 10 6 30h-34q-6-20 6-30z`, c.aqua),
    checks(x - 17, TOP - 16, 34, 2, 4, c.lagoon),
  );

// Rows of ornaments, shifted by half a step.
const cloth = (hide, { kinds, colours, ground }) => {
  const rows = [660, 696];
  return rows.map((y, row) =>
    Array.from({ length: 12 - row }, (_, i) =>
      hide("on the cloth", kinds[(i * 3 + row * 2) % kinds.length])(
        25 + i * 50 + row * 25,
        y,
        15,
        colours[(i * 2 + row * 2) % colours.length],
        ground,
      ),
    ),
  );
};

const heaped = { pepper, tomato };
const standing = { vase, pineapple };

const bowlWith = ([fruit, x, width, fill, ornament, colour]) => [
  heap(x, width, heaped[fruit]),
  bowl(x, width, fill, ornament, colour),
];

export const table = (hide, { bowls, between, cloth: pattern }) =>
  group(
    {},
    rect(0, 600, 600, 150, c.deep),
    bowlWith(bowls[0]),
    standing[between[0]](206),
    standing[between[1]](300),
    bowlWith(bowls[1]),
    bowlWith(bowls[2]),
    rect(0, TOP, 600, 114, pattern.ground),
    rect(0, TOP, 600, 5, pattern.edge),
    cloth(hide, pattern),
    checks(0, 724, 600, 3, 6, pattern.checks),
    rect(0, 742, 600, 8, pattern.hem),
  );
