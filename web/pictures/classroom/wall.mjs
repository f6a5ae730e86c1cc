// The wall of the classroom: bunting, board, window with curtains, cupboard and paintings.

import { flag, hangingString } from "../market/lights.mjs";
import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { place } from "../parts.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

export const room = ({ room: { wall, lower, trim, floor, boards } }) =>
  group(
    {},
    rect(0, 0, 600, 750, wall),
    rect(0, 310, 600, 190, lower),
    rect(0, 306, 600, 7, trim),
    rect(0, 486, 600, 14, trim),
    rect(0, 500, 600, 250, floor),
    stroke(
      "M0 536h600M0 580h600M0 632h600M0 692h600M70 500l-40 36M210 500l-20 36M350 500v36M490 500l20 36M130 536l-30 44M290 536l-6 44M440 536l14 44M560 536l24 30",
      boards,
      2.5,
    ),
  );

export const bunting = (hide, { flags }) => {
  const string = hangingString([-10, 6], [610, 6], 26);
  return group(
    {},
    stroke(string.d, c.ink, 2.5),
    flags.map(([fill, ornament, colour], i) =>
      flag(string.at((i + 0.6) / 9.2), fill, hide("on the bunting", ornament), colour, 13),
    ),
  );
};

const chalkStick = (x, fill) => rect(x, 292, 20, 6, fill, { rx: 3 });

export const board = (hide, { board: [ground, frame, drawn] }) =>
  group(
    {},
    rect(34, 104, 356, 190, frame, { rx: 5 }),
    rect(44, 114, 336, 168, ground),
    drawn.map((row, r) =>
      row.map(([ornament, colour], i) =>
        hide("on the board", ornament)(84 + i * 64, 158 + r * 72, 21, colour, ground),
      ),
    ),
    rect(54, 294, 316, 9, frame, { rx: 4 }),
    chalkStick(76, c.paper),
    chalkStick(106, c.butter),
    rect(300, 284, 40, 12, c.clay, { rx: 3 }),
  );

const skies = {
  sun: ["#A9DCDC", circle(104, 36, 20, c.butter), "#7DB08A"],
  evening: ["#F0B98A", circle(104, 70, 22, "#E8744A"), "#8C8A5C"],
  rain: [
    "#93A9B4",
    stroke(
      "M20 20l-6 18M52 10l-6 18M84 24l-6 18M116 12l-6 18M30 66l-6 18M66 60l-6 18M100 74l-6 18",
      c.mist,
      3,
    ),
    "#6E9484",
  ],
};
export const WEATHERS = Object.keys(skies);

const CURTAIN = 38;

export const windowOf = (hide, { view, curtains: [fill, ornaments, colour] }) => {
  const [air, weather, hill] = skies[view];
  const [x, y] = [418, 112];
  return group(
    {},
    rect(x, y, 150, 176, c.paper, { rx: 3 }),
    group(
      { transform: line`translate(${x + 8} ${y + 8})` },
      rect(0, 0, 134, 160, air),
      weather,
      path("M0 160v-46q30-22 66-8t68-10v64z", hill),
    ),
    stroke(line`M${x + 75} ${y + 6}v164M${x + 6} ${y + 88}h138`, c.paper, 6),
    rect(x - 10, y + 174, 170, 10, c.bark, { rx: 3 }),
    [x - 8, x + 158 - CURTAIN].map((left, side) => [
      path(
        line`M${left} ${y - 6}h${CURTAIN}v168q${-CURTAIN / 4} 8${-CURTAIN / 2} 0t${-CURTAIN / 2} 0z`,
        fill,
      ),
      [0, 1, 2, 3].map((i) =>
        hide("on the curtain", ornaments[(i + side * 2) % ornaments.length])(
          left + CURTAIN / 2,
          y + 22 + i * 38,
          13,
          colour,
          fill,
        ),
      ),
    ]),
    rect(x - 18, y - 12, 186, 8, c.bark, { rx: 4 }),
  );
};

const globe = () => [
  stroke("M-14-4h28M0-4v-8", c.bark, 6),
  circle(0, -38, 26, c.teal),
  path(
    "M-18-52q12-8 18 2q-2 12-12 10q-8-4-6-12zM4-34q14-8 18 2q-4 16-14 14q-8-6-4-16zM-16-26q8 0 8 8q-6 2-8-8z",
    c.leaf,
  ),
  path("M-20-60a30 30 0 0 1 42 44", "none", { stroke: c.marigold, "stroke-width": 4 }),
];
const books = (colours) =>
  colours.map((fill, i) =>
    rect(-36 + i * 15, -46 + (i % 3) * 5, 13, 46 - (i % 3) * 5, fill, { rx: 2 }),
  );
const plant = () => [
  path("M0-26q-26-6-22-36q20 6 22 30q2-28 22-32q4 30-22 38z", c.leaf),
  path("M-14-28h28l-4 28h-20z", c.clay),
];
const topThings = { globe, books, plant };
export const TOP_THINGS = Object.keys(topThings);

export const cupboard = (hide, { cupboard: [frame, boxes, top, colours] }) =>
  group(
    {},
    top.map((kind, i) => place(88 + i * 96, 352, topThings[kind](colours))),
    rect(24, 350, 308, 146, frame, { rx: 4 }),
    rect(32, 362, 292, 126, "#5A3A22"),
    rect(32, 422, 292, 7, frame),
    boxes.map(([fill, ornament, colour], i) => {
      const [x, y] = [70 + (i % 4) * 72, i < 4 ? 422 : 488];
      return [
        rect(x - 30, y - 50, 60, 50, fill, { rx: 3 }),
        rect(x - 30, y - 50, 60, 8, c.ink, { opacity: 0.16 }),
        hide("on the box", ornament)(x, y - 21, 15, colour, fill),
      ];
    }),
  );

export const paintings = (hide, { paintings: hung }) =>
  hung.map(([paper, ornament, colour, tilt], i) => {
    const [x, y] = [402 + (i % 2) * 112, 328];
    return [
      group(
        { transform: line`rotate(${tilt} ${x} ${y + 40})` },
        rect(x - 42, y, 84, 78, paper),
        rect(x - 34, y + 58, 68, 6, colour, { opacity: 0.6 }),
        circle(x, y + 5, 4.5, c.clay),
      ),
      hide("on the painting", ornament)(x, y + 33, 20, colour, paper),
    ];
  });

export const hem = ({ hem: [squares, band] }) => [
  rect(0, 724, 600, 26, c.lagoon),
  checks(0, 724, 600, 3, 6, squares),
  rect(0, 742, 600, 8, band),
];

export const shadow = (x, y, width) => ellipse(x, y, width, 7, c.ink, { opacity: 0.18 });
