// The yard of the compound: tree, washing, animals, pots and everything that stands around.

import * as c from "../palette.mjs";
import { place, thing } from "../parts.mjs";
import { circle, ellipse, group, path, rect, stroke } from "../svg.mjs";

export const ground = ({ hour }) =>
  group(
    {},
    rect(0, 316, 600, 128, hour.ground),
    stroke(
      "M30 350h50M150 340h40M260 352h60M400 344h50M510 356h50M90 400h44M330 410h60M470 398h36M20 432h40M220 436h50",
      hour.lines,
      3.5,
    ),
  );

const mango = (x, y, fill) => [
  stroke(`M${x} ${y - 14}v8`, "#3F6B3C", 2.5),
  ellipse(x, y, 7, 9, fill),
];
const MANGOES = [
  ["top", 508, 128],
  ["left", 466, 172],
  ["middle", 512, 174],
  ["right", 560, 168],
];

export const tree = (tag, { crown: [leaf, shade], mangoes }) =>
  group(
    {},
    path("M500 330q14-70 4-130h22q-6 70 14 130z", c.bark),
    circle(466, 166, 44, shade),
    circle(562, 166, 44, shade),
    circle(514, 126, 56, leaf),
    circle(480, 162, 38, leaf),
    circle(552, 166, 36, leaf),
    MANGOES.map(([name, x, y]) =>
      tag(
        thing(`${name} mango`, [x, y], [-8, -14, 8, 10], (fill) => mango(0, 0, fill), {
          colour: mangoes,
          // Red on green would be invisible to many people.
          colours: [c.marigold, c.butter, c.paper],
          pivot: [x, y],
          sizes: [1.7],
        }),
      ),
    ),
  );

const shirt = (fill) => path("M-22 0l11-3q11 9 22 0l11 3l3 19l-11 2v35h-28v-35l-11-2z", fill);
const towel = (fill) => [
  rect(-16, 0, 32, 50, c.paper),
  rect(-16, 7, 32, 7, fill),
  rect(-16, 21, 32, 7, fill),
  rect(-16, 35, 32, 7, fill),
];
const shorts = (fill) => path("M-17 0h34l3 34h-16l-4-16l-4 16h-16z", fill);
const hung = { shirt, towel, shorts };
export const WASHING = Object.keys(hung);
const fabrics = [c.teal, c.clay, c.marigold, c.ink, c.paper];

export const washing = (tag, { washing: items }) =>
  group(
    {},
    stroke("M410 226Q470 246 600 222", c.ink, 2.5),
    items.map(([kind, fill], i) => {
      const other = kind === "shorts" ? "shirt" : "shorts";
      return tag(
        thing(
          `${kind} on the line`,
          [442 + i * 52, 236 - (i - 1) * (i - 1) * 2],
          [-26, -4, 26, 58],
          hung[kind],
          {
            colour: fill,
            colours: kind === "towel" ? fabrics.filter((colour) => colour !== c.paper) : fabrics,
            sizes: [0.66],
            swap: { name: other, draw: () => hung[other](fill) },
          },
        ),
      );
    }),
  );

const goat = (fill) => [
  stroke("M-22-14v14M-12-14v14M14-14v14M24-14v14", c.ink, 5),
  path(
    "M-30-38q-8-2-8-10q6 0 10 4h44l8-16q2-8 12-8l14 10q2 6-6 8l-8 2l-4 18q-4 16-18 16h-32q-14 0-12-24z",
    fill,
  ),
  path("M28-66q-2-14-14-14q4 8 6 14z", c.ink),
  circle(38, -60, 2.4, c.ink),
];
const hen = (fill) => [
  stroke("M-3-6v6M5-6v6", c.marigold, 3),
  path("M-20-30q2 10 12 12q10-2 12-16q2-10 11-9q8 2 6 12q-2 26-22 26q-17 0-19-25z", fill),
  path("M11-44q3-6 5 0q4-4 5 3z", c.clay),
  path("M20-38l9 3l-9 4z", c.marigold),
  circle(15, -37, 2, c.paper),
];
const pot = (fill) => [
  stroke("M-16-2l-6 8M16-2l6 8M0 0v8", c.ink, 4),
  path("M-24-30h48q4 30-24 30t-24-30z", fill),
  rect(-28, -35, 56, 7, c.ink, { rx: 3 }),
  path("M-20-35a20 11 0 0 1 40 0z", fill),
  circle(0, -48, 4, c.ink),
];
const bucket = (fill) => [
  stroke("M-16-30q16-24 32 0", c.ink, 3),
  path("M-19-31h38l-6 31h-26z", fill),
  rect(-21, -34, 42, 6, c.paper, { rx: 3 }),
];
const mortar = (fill) => [
  stroke("M8-34l14-40", c.bark, 7),
  path("M-20-38h40l-7 24l7 14h-40l7-14z", fill),
  rect(-22, -42, 44, 7, c.bark, { rx: 3 }),
];
const chair = (fill) => [
  stroke("M-20 0v-22M20 0v-22", fill, 6),
  rect(-24, -28, 48, 9, fill, { rx: 4 }),
  path("M-20-28v-34q0-8 8-8h24q8 0 8 8v34h-7v-30h-5v30h-6v-30h-5v30h-6v-30h-4v30z", fill),
];
const stove = (fill) => [
  rect(-22, -26, 44, 26, fill, { rx: 4 }),
  circle(0, -13, 6, c.butter),
  stroke("M-16 0v6M16 0v6", c.ink, 4),
];
const radio = (fill) => [
  stroke("M16-26l10-22", c.ink, 3),
  rect(-26, -28, 52, 28, fill, { rx: 4 }),
  circle(-12, -14, 8, c.ink),
  circle(-12, -14, 3.5, c.mist),
  rect(4, -22, 16, 6, c.paper),
  circle(8, -8, 3, c.paper),
  circle(17, -8, 3, c.paper),
];

const things = {
  goat: [goat, [-38, -80, 51, 0], { faces: true, colours: [c.bark, c.paper, c.amber] }],
  hen: [hen, [-21, -47, 29, 0], { faces: true, colours: [c.bark, c.paper, c.ink] }],
  "cooking pot": [pot, [-28, -52, 28, 8], { colours: [c.clay, c.ink, c.aqua], sizes: [0.66] }],
  bucket: [
    bucket,
    [-21, -44, 21, 0],
    { colours: [c.teal, c.clay, c.marigold, c.ink], sizes: [1.4] },
  ],
  mortar: [mortar, [-22, -80, 28, 0], { colours: ["#A5703F", c.ink, c.butter], faces: true }],
  chair: [chair, [-24, -70, 24, 0], { colours: [c.paper, c.lagoon, c.clay, c.marigold] }],
  stove: [stove, [-22, -26, 22, 8], { colours: [c.teal, c.ink, c.marigold] }],
  radio: [radio, [-26, -50, 28, 0], { colours: [c.clay, c.ink, c.mist], faces: true }],
};
export const THINGS = Object.keys(things);
export const LOW_THINGS = ["hen", "cooking pot", "bucket", "stove", "radio"];

export const standing = (tag, { standing: placed }) =>
  placed.map(([kind, x, y, fill, shift]) => {
    const [draw, [left, top, right], { colours, ...more }] = things[kind];
    const extent = [Math.min(left, -26), top, Math.max(right, 26), 8];
    // Without its shadow, a thing that is missing leaves no trace.
    const drawn = (colour) => [ellipse(0, 2, 26, 4, c.ink, { opacity: 0.16 }), draw(colour)];
    return tag(
      thing(kind, [x, y], extent, drawn, {
        colour: colours[fill % colours.length],
        colours,
        moves: shift ? [[shift, 0]] : [],
        ...more,
      }),
    );
  });

const rider = (fill) => [
  circle(-36, -17, 17, c.ink),
  circle(-36, -17, 8, c.mist),
  circle(38, -17, 17, c.ink),
  circle(38, -17, 8, c.mist),
  stroke("M-36-17l12-26h44l18 26M24-48l-6-16", c.ink, 5),
  path("M-46-46q4-10 16-10h22q4 0 6 6z", c.ink),
  path("M-6-46q2-14 18-14q12 0 16 12l-10 18h-22z", fill),
  stroke("M14-64h14", c.ink, 5),
  circle(32, -50, 6, c.butter),
  stroke("M-40-8h36", c.mist, 5),
];

export const motorbike = (tag, { motorbike: [x, fill] }) => [
  place(x, 420, ellipse(0, 2, 62, 5, c.ink, { opacity: 0.2 })),
  tag(
    thing("motorbike", [x, 420], [-54, -70, 56, 0], rider, {
      colour: fill,
      colours: [c.clay, c.teal, c.marigold, c.paper],
      faces: true,
      fixed: true,
    }),
  ),
];
