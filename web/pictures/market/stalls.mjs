// The two stalls of the night market: one with fruit, one with pots and plates.

import * as c from "../palette.mjs";
import { around, circle, group, line, path, rect, stroke } from "../svg.mjs";

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

const carambola = (star) => (x, y, r) =>
  circle(x, y, r, "#D9A92E") + star(x, y, r * 0.84, c.butter);
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

const fruit = { orange, halfOrange, lime, halfLime };

export const fruitStall = (hide, { large, small, bananas: hung, leftAwning, counters }) => {
  const heap = (x, rows) =>
    pyramid(
      x,
      530,
      17,
      rows.map((row) => row.map((name) => hide("among the fruit", fruit[name], carambola))),
    );
  return group(
    {},
    frame(18, 280),
    hung.map((x) => bananas(x, 414)),
    counter(22, 272, ...counters[0]),
    heap(54, large),
    heap(200, small),
    awning(10, 340, 296, 8, leftAwning),
  );
};

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

export const cookStall = (hide, { plates, bottles, pots, stack, rightAwning, counters }) =>
  group(
    {},
    frame(306, 282),
    rect(322, 468, 252, 7, c.bark),
    plates.map(([ornament, colour], i) =>
      plate(352 + i * 54, 443, hide("on the plate", ornament), colour),
    ),
    bottles.map((colour, i) => bottle(504 + i * 22, 468, colour)),
    counter(310, 274, ...counters[1]),
    pots.map((colour, i) => pot(366 + i * 90, 530, colour)),
    [0, 1, 2].map((i) =>
      path(line`M${516 + i * 4} ${530 - i * 13}l-6-16h${60 - i * 8}l-6 16z`, stack[i]),
    ),
    awning(300, 340, 296, 8, rightAwning),
  );
