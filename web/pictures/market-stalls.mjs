// The two stalls of the night market: one with fruit, one with pots and plates.

import { around, circle, group, line, path, rect, stroke } from "./draw.mjs";
import { clover, daisy, rosette } from "./motifs.mjs";
import * as c from "./palette.mjs";

const awning = (x, y, width, stripes, colours) => {
  const step = width / stripes;
  return Array.from({ length: stripes }, (_, i) => {
    const left = x + i * step;
    const slant = (at) => x + 16 + ((at - x) * (width - 32)) / width;
    return path(
      line`M${slant(left)} ${y}L${slant(left + step)} ${y}L${left + step} ${y + 52}v8a${step / 2} ${step / 2.2} 0 0 1-${step} 0v-8z`,
      colours[i % colours.length],
    );
  });
};

const frame = (x, width) =>
  group(
    {},
    rect(x + 14, 360, width - 28, 200, "#0A2C3A"),
    rect(x + 14, 360, width - 28, 70, c.ink, { opacity: 0.35 }),
    rect(x + 10, 350, 9, 240, c.bark),
    rect(x + width - 19, 350, 9, 240, c.bark),
  );

const counter = (x, width, fill, trim) =>
  group(
    {},
    rect(x, 540, width, 70, fill),
    rect(x - 4, 530, width + 8, 14, c.bark, { rx: 4 }),
    rect(x, 556, width, 5, trim),
    rect(x, 566, width, 3, trim, { opacity: 0.6 }),
  );

const orange = (x, y, r) =>
  circle(x, y, r, c.orange) +
  stroke(
    line`M${x - r * 0.6} ${y - r * 0.3}a${r * 0.7} ${r * 0.7} 0 0 1 ${r * 0.45}-${r * 0.4}`,
    c.butter,
    2.5,
  ) +
  circle(x + 2, y - r * 0.62, 2.6, c.leaf);

const halved = (rind, flesh) => (x, y, r) =>
  circle(x, y, r, rind) +
  circle(x, y, r * 0.82, c.butter) +
  stroke(
    around(8, x, y, r * 0.62, 22.5)
      .map(([px, py]) => line`M${x} ${y}L${px} ${py}`)
      .join(""),
    flesh,
    r * 0.24,
  );
const halfOrange = halved(c.orange, "#F0A94C");
const halfLime = halved(c.leaf, "#9CC46A");

const lime = (x, y, r) =>
  circle(x, y, r, "#7FB35E") +
  stroke(
    line`M${x - r * 0.6} ${y - r * 0.3}a${r * 0.7} ${r * 0.7} 0 0 1 ${r * 0.45}-${r * 0.4}`,
    "#C5DF9B",
    2.5,
  );

/** Rows of fruit from bottom to top, each row one shorter than the one below. */
const pyramid = (x, y, r, rows) =>
  rows.map((row, level) =>
    row.map((fruit, i) => fruit(x + (2 * i + level) * r * 0.98, y - r - level * r * 1.72, r)),
  );

const carambola = (hidden) => (x, y, r) =>
  circle(x, y, r, "#D9A92E") + hidden(x, y, r * 0.84, c.butter);
const bananas = (x, y) =>
  stroke(line`M${x} ${y - 26}v28`, c.bark, 5) +
  [-1, 1, 0]
    .map((side) =>
      path(
        line`M${x - 4} ${y}q${side * 18 - 6} 22 ${side * 15 - 1} 42q3 5 8 1q${8 - side * 6}-20 ${1 - side * 15}-43z`,
        side === 0 ? c.butter : c.marigold,
      ),
    )
    .join("");

export const fruitStall = (hidden) =>
  group(
    {},
    frame(18, 280),
    bananas(190, 414),
    bananas(266, 414),
    counter(22, 272, c.tide, c.aqua),
    pyramid(54, 530, 17, [
      [orange, halfOrange, orange, orange],
      [halfOrange, orange, halfLime],
      [orange, orange],
      [halfOrange],
    ]),
    pyramid(200, 530, 17, [[halfLime, lime, halfOrange], [lime, carambola(hidden)], [halfLime]]),
    awning(10, 340, 296, 8, [c.clay, c.paper]),
  );

const pot = (x, y, fill) =>
  group(
    {},
    path(line`M${x - 29} ${y - 30}h58v12a29 18 0 0 1-58 0z`, fill),
    rect(x - 33, y - 35, 66, 7, c.mist, { rx: 3.5 }),
    path(line`M${x - 24} ${y - 35}a24 13 0 0 1 48 0z`, fill),
    circle(x, y - 50, 4.5, c.mist),
    stroke(line`M${x - 33} ${y - 20}h-7M${x + 33} ${y - 20}h7`, c.mist, 5),
  );

const plate = (x, y, ornament, colour) =>
  circle(x, y, 24, c.mist) +
  circle(x, y, 24, "none", { stroke: colour, "stroke-width": 3 }) +
  ornament(x, y, 13.5, colour, c.marigold);

const bottle = (x, y, fill) =>
  rect(x - 8, y - 32, 16, 32, fill, { rx: 4 }) +
  rect(x - 3.5, y - 44, 7, 14, fill) +
  rect(x - 4.5, y - 46, 9, 5, c.marigold);

export const cookStall = () =>
  group(
    {},
    frame(306, 282),
    rect(322, 468, 252, 7, c.bark),
    plate(352, 443, rosette, c.clay),
    plate(406, 443, daisy, c.teal),
    plate(460, 443, clover, c.amber),
    bottle(504, 468, c.teal),
    bottle(526, 468, c.coral),
    bottle(548, 468, c.leaf),
    counter(310, 274, "#8E3F30", c.marigold),
    pot(366, 530, c.clay),
    pot(456, 530, c.teal),
    [0, 1, 2].map((i) =>
      path(
        line`M${516 + i * 4} ${530 - i * 13}l-6-16h${60 - i * 8}l-6 16z`,
        [c.paper, c.aqua, c.marigold][i],
      ),
    ),
    awning(300, 340, 296, 8, [c.teal, c.butter]),
  );
