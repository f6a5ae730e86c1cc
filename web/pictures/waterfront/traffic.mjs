// A three-wheeler, a bicycle and a cat on the waterfront street.

import * as c from "../palette.mjs";
import { box } from "../spot-boxes.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const wheel = (x, y, r) =>
  circle(x, y, r, c.ink) + circle(x, y, r * 0.48, c.mist) + circle(x, y, r * 0.18, c.ink);

const basket = (x, y) =>
  path(line`M${x - 17} ${y - 16}h34l-5 16h-24z`, c.amber) +
  stroke(line`M${x - 14} ${y - 11}h28M${x - 13} ${y - 5}h26`, c.butter, 2.5);

const luggage = (fill) =>
  rect(92, 229, 36, 19, fill, { rx: 3 }) + stroke("M102 229v19M118 229v19", c.ink, 2.5);

export const keke = (tag, look) =>
  group(
    {},
    ellipse(78, 337, 74, 5, c.bark, { opacity: 0.3 }),
    tag({
      name: "basket on the three-wheeler",
      box: box(48, 214, 36, 34),
      draw: () => stroke("M52 231q14-32 28 0", c.bark, 4) + basket(66, 248),
      swap: { label: "The basket without a handle", draw: () => basket(66, 248) },
    }),
    tag({
      name: "case on the three-wheeler",
      box: box(92, 229, 36, 19),
      draw: luggage,
      colour: look.luggage,
      colours: [c.teal, c.clay, c.paper, c.marigold, c.ink],
      sizes: [0.62],
    }),
    path("M42 262l-18 26v28h112v-54z", "#F7E7BF"),
    path("M40 262l-16 24h10l16-24z", c.glass),
    path("M92 282q8-4 8 6v10h26v14H88v-8z", c.clay),
    path("M50 296h16v6h-4v12h-8v-12h-4z", c.clay),
    path("M34 264q2-16 20-16h76q16 0 17 18l1 26h-22l-2-24H44z", c.ink),
    rect(128, 266, 14, 14, c.glass, { rx: 2 }),
    stroke("M44 264l-19 26M82 268v44", c.ink, 4),
    path(
      "M12 316q-2-24 12-30h8q8 14 8 26h42l6-22h60v26q0 6-6 6h-12a17 17 0 0 0-34 0H46a17 17 0 0 0-30-2z",
      look.keke[0],
    ),
    rect(90, 298, 58, 6, look.keke[1]),
    circle(17, 298, 5, c.paper),
    stroke("M34 292l12-8", c.ink, 3.5),
    wheel(30, 324, 13),
    wheel(113, 323, 14),
  );

const cycle = (frame) => [
  group(
    { fill: "none", stroke: c.ink, "stroke-width": 3 },
    circle(178, 316, 14),
    circle(218, 316, 14),
  ),
  stroke("M178 316l10-20h22l-14 20zM188 296l8 20M218 316l-10-26h8", frame, 3, {
    "stroke-linejoin": "round",
  }),
  stroke("M183 293h10M208 290l8-2", c.ink, 4),
];

export const bicycle = (tag, look) =>
  group(
    {},
    tag({
      name: "bicycle",
      box: box(162, 284, 72, 48),
      draw: cycle,
      colour: look.bicycle,
      colours: [c.clay, c.teal, c.paper, c.ink],
      faces: true,
      moves: [[56, 4]],
    }),
  );

const sitting = () => [
  path("M326 344q-4-20 8-24l-1-12l6 5h6l6-5v14q8 8 6 22z"),
  stroke("M352 342q14 2 12-14", c.ink, 4),
  circle(337, 318, 1.6, c.marigold),
  circle(345, 318, 1.6, c.marigold),
];

export const cat = (tag) =>
  group(
    { fill: c.ink },
    tag({
      name: "cat",
      box: box(324, 307, 43, 38),
      draw: sitting,
      faces: true,
      moves: [
        [62, -6],
        [-60, -4],
      ],
      sizes: [0.68, 1.4],
    }),
  );
