// What stands and lies on the beach: hut, parasols, chairs, towels, buckets and balls.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { place } from "../parts.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const bottle = (x, fill) =>
  rect(x - 6, 388, 12, 28, fill, { rx: 3 }) + rect(x - 3, 378, 6, 13, fill);

export const hut = (hide, { hut: { boards, bottles, roof, front, trim } }) =>
  group(
    {},
    rect(412, 344, 168, 190, "#2B3B45"),
    rect(404, 330, 10, 208, c.bark),
    rect(578, 330, 10, 208, c.bark),
    rect(420, 416, 152, 6, c.bark),
    bottles.map((fill, i) => bottle(436 + i * 24, fill)),
    path(
      "M384 348q20-62 56-76h112q36 14 56 76q-12 10-18 0q-10 10-19 0q-10 10-19 0q-10 10-19 0q-10 10-18 0q-10 10-19 0q-10 10-19 0q-10 10-18 0q-10 10-19 0q-10 10-18 0q-8 10-18 0z",
      roof[0],
    ),
    stroke(
      "M424 300l-16 40M450 284l-10 60M480 280l-4 64M512 280l4 64M544 284l10 60M570 300l14 40",
      roof[1],
      3,
    ),
    rect(408, 452, 176, 88, front),
    rect(398, 444, 196, 13, c.bark, { rx: 4 }),
    rect(408, 464, 176, 5, trim),
    rect(408, 522, 176, 5, trim),
    boards.map(([ornament, colour], i) =>
      hide("on the hut", ornament)(432 + i * 43, 496, 15, colour, front),
    ),
  );

const STRIPES = 5;

export const parasol = (hide, { parasol: [x, y, panels] }) => {
  const step = 180 / STRIPES;
  const edge = (i) => x - 90 + i * step;
  return group(
    {},
    ellipse(x + 10, y + 160, 34, 6, c.bark, { opacity: 0.3 }),
    rect(x - 4, y, 8, 160, c.bark),
    panels.map(([fill], i) =>
      path(
        line`M${x} ${y - 76}Q${edge(i) + (x - edge(i)) * 0.28} ${y - 62} ${edge(i)} ${y}a${step / 2} 11 0 0 1 ${step} 0Q${edge(i + 1) + (x - edge(i + 1)) * 0.28} ${y - 62} ${x} ${y - 76}z`,
        fill,
      ),
    ),
    circle(x, y - 79, 6, c.ink),
    panels
      .slice(1, 4)
      .map(([fill, ornament, colour], i) =>
        hide("on the parasol", ornament)(x + (i - 1) * 33, y - 22, 12.5, colour, fill),
      ),
  );
};

const chairFrame = stroke("M-44 0l62-82M44 0l-72-40M-44 0h-8M44 0h8", c.bark, 6);

/** A deck chair with two ornaments on its cloth. */
export const deckChair = (hide, { chair: [x, y, fill, ornaments, colour] }) =>
  group(
    {},
    place(x, y, ellipse(0, 3, 58, 6, c.bark, { opacity: 0.25 }), chairFrame),
    place(x, y, path("M2-92l34-2q-14 50-48 58q-14 2-24 16l-22-12q16-24 36-28q20-6 24-32z", fill)),
    [
      [16, -70],
      [-8, -42],
    ].map(([dx, dy], i) =>
      hide("on the deck chair", ornaments[i])(x + dx, y + dy, 12.5, colour, fill),
    ),
  );

/** A towel with rows of ornaments, slanted like everything that lies on the sand. */
const towel = (hide, where, [x, y, columns, fill, kinds, colours, edge]) => {
  const width = columns * 42 + 10;
  return group(
    {},
    path(line`M${x} ${y}h${width}l-24 84h${-width}z`, fill),
    path(line`M${x} ${y}h${width}l-3 10h${-width}z`, edge),
    path(line`M${x - 21} ${y + 74}h${width}l-3 10h${-width}z`, edge),
    [0, 1].map((row) =>
      Array.from({ length: columns }, (_, i) =>
        hide(where, kinds[(i * 3 + row * 2) % kinds.length])(
          x + 18 + i * 42 - row * 10,
          y + 27 + row * 31,
          13.5,
          colours[(i + row * 2) % colours.length],
          fill,
        ),
      ),
    ),
  );
};

export const towels = (hide, { towels: [left, right] }) => [
  towel(hide, "on the left towel", left),
  towel(hide, "on the right towel", right),
];

const bucket = (fill, rim) => [
  stroke("M-24-46q24-40 48 0", rim, 4),
  path("M-28-48h56l-9 48h-38z", fill),
  rect(-31, -52, 62, 9, rim, { rx: 4 }),
];
const ball = (fill) => [
  ellipse(2, 1, 28, 5, c.bark, { opacity: 0.25 }),
  circle(0, -27, 27, c.paper),
  path("M0-54a27 27 0 0 1 25 17q-16-4-25 10q-8-14-25-10a27 27 0 0 1 25-17z", fill),
  path("M-16-5q4-18 16-22q12 4 16 22a27 27 0 0 1-32 0z", fill),
];
const spade = (fill) => [
  stroke("M0-8v-56M-9-66h18", c.bark, 5),
  path("M-12-14h24v18q-12 14-24 0z", fill),
];
const shell = (fill) => [
  path("M0 0q-26-4-22-22q4-12 22-12t22 12q4 18-22 22z", fill),
  stroke("M0-3v-28M-3-3q-12-10-11-22M3-3q12-10 11-22", c.paper, 2.5),
];

export const toys = (hide, { buckets, ball: colour, spade: blade, shells }) =>
  group(
    {},
    place(300, 548, ball(colour)),
    place(388, 616, spade(blade)),
    shells.map(([x, y, fill]) => place(x, y, shell(fill))),
    buckets.map(([x, y, [fill, ornament, tint], rim]) => [
      place(x, y, bucket(fill, rim)),
      hide("on the bucket", ornament)(x, y - 24, 13.5, tint, fill),
    ]),
  );

export const edge = ({ hem }) => [
  rect(0, 724, 600, 26, c.lagoon),
  checks(0, 724, 600, 3, 6, hem[0]),
  rect(0, 742, 600, 8, hem[1]),
];
