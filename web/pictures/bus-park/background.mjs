// The background of the bus park: sky, trees, far houses, billboard and shelter.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { place, thing } from "../parts.mjs";
import { circle, group, line, path, rect, stroke } from "../svg.mjs";

const cloudShape = (fill) =>
  path("M-46 0h92a12 12 0 0 0 2-25a22 22 0 0 0-42-10a16 16 0 0 0-30 9a13 13 0 0 0-22 26z", fill);

export const sky = (tag, { hour, sun, clouds }) =>
  group(
    {},
    rect(0, 0, 600, 300, "url(#l3-sky)"),
    hour.sun && [circle(sun, 70, 50, hour.sun, { opacity: 0.4 }), circle(sun, 70, 32, hour.sun)],
    clouds.map(([x, y], i) =>
      tag(
        thing(
          `${["left", "middle", "right"][i]} cloud`,
          [x, y],
          [-62, -48, 60, 0],
          () => cloudShape(hour.cloud),
          {
            fixed: true,
            moves: hour.rain ? [] : [[0, i % 2 ? -22 : 24]],
          },
        ),
      ),
    ),
    path("M0 300v-70q40-16 90-6t90-10t100 8t110-10t120 8t90-6v86z", hour.far),
    [
      [176, 196, 44, 104],
      [228, 214, 56, 86],
      [296, 190, 40, 110],
      [346, 208, 62, 92],
    ].map(([x, y, width, height], i) => [
      rect(x, y, width, height, hour.houses[i % 2]),
      [8, 24].map((dx) => rect(x + dx, y + 12, 9, 12, hour.far)),
    ]),
  );

export const rain = ({ hour }) =>
  hour.rain
    ? stroke(
        Array.from({ length: 60 }, (_, i) => line`M${(i * 97) % 600} ${(i * 59) % 430}l-5 15`).join(
          "",
        ),
        c.paper,
        2,
        { opacity: 0.5 },
      )
    : "";

export const tree = (x, y, crown, shade) =>
  place(
    x,
    y,
    path("M-8 0q6-50 2-96h12q-4 50 4 96z", c.bark),
    circle(-30, -112, 34, shade),
    circle(30, -112, 34, shade),
    circle(0, -142, 40, crown),
    circle(-22, -118, 28, crown),
    circle(26, -120, 26, crown),
  );

const spectacles = (frame) =>
  group(
    { fill: c.glass, stroke: frame, "stroke-width": 7 },
    circle(-28, 40, 19),
    circle(28, 40, 19),
    path("M-9 37q9-9 18 0M-47 36l-11-6M47 36l11-6", "none", { "stroke-linecap": "round" }),
  );
const eye = (iris) => [
  path("M-52 40q52-56 104 0q-52 56-104 0z", c.mist),
  circle(0, 40, 22, iris),
  circle(0, 40, 10, c.ink),
  circle(7, 33, 4, c.paper),
];
const boards = { spectacles, eye };

export const billboard = (tag, { board: [kind, colour, ground], boardAt: x }) =>
  group(
    {},
    rect(x - 44, 112, 8, 190, c.bark),
    rect(x + 36, 112, 8, 190, c.bark),
    rect(x - 72, 34, 144, 84, c.ink, { rx: 4 }),
    rect(x - 66, 40, 132, 72, ground),
    tag(
      thing(
        `${kind === "eye" ? "eye" : "pair of spectacles"} on the billboard`,
        [x, 36],
        [-60, 10, 60, 72],
        (shown) => boards[kind](shown),
        {
          colour,
          colours: [c.lagoon, c.marigold, c.clay, c.ink, c.paper],
          fixed: true,
          sizes: [0.66],
          pivot: [x, 76],
          swap:
            kind === "eye"
              ? { name: "pair of spectacles", draw: () => spectacles(c.ink) }
              : { name: "eye", draw: () => eye(c.teal) },
        },
      ),
    ),
    [-48, 0, 48].map((dx, i) =>
      tag(
        thing(
          `${["left", "middle", "right"][i]} lamp of the billboard`,
          [x + dx, 36],
          [-10, -21, 10, 0],
          () => [stroke("M0 0v-10", c.ink, 3), path("M-8-8q0-10 8-10t8 10z", c.marigold)],
        ),
      ),
    ),
  );

const roof = (fill, dark) => [
  path("M148 150l22-34h252l22 34z", fill),
  stroke(
    Array.from({ length: 11 }, (_, i) => line`M${182 + i * 23} 118l${(i - 5) * 2.2} 30`).join(""),
    dark,
    2.5,
  ),
  rect(146, 148, 300, 8, dark, { rx: 3 }),
];

const disc = (shape) => (fill) => [
  stroke("M0 0v10", c.ink, 3),
  circle(0, 26, 17, c.ink),
  circle(0, 26, 14, fill),
  shape,
];
const signs = {
  triangle: disc(path("M0 17l9 15h-18z", c.ink)),
  square: disc(rect(-6.5, 19.5, 13, 13, c.ink)),
  ring: disc(circle(0, 26, 6.5, "none", { stroke: c.ink, "stroke-width": 4 })),
  bar: disc(rect(-9, 22.5, 18, 7, c.ink)),
};
const SIGN_PLACES = ["left", "middle", "right"];

export const shelter = (tag, { shelter: [fill, dark], signs: hung, hour }) =>
  group(
    {},
    rect(166, 232, 262, 66, hour.wall),
    checks(166, 232, 262, 2, 6, dark),
    [164, 293, 422].map((x) => rect(x, 152, 8, 148, c.ink)),
    roof(fill, dark),
    hung.map(([kind, colour], i) =>
      tag(
        thing(
          `${SIGN_PLACES[i]} round sign`,
          [216 + i * 82, 156],
          [-17, 0, 17, 43],
          (shown) => signs[kind](shown),
          {
            colour,
            colours: [c.marigold, c.clay, c.aqua, c.paper, c.teal],
            fixed: i === 1,
            swap: {
              label: `The ${SIGN_PLACES[i]} round sign with another mark`,
              draw: () => signs[kind === "bar" ? "ring" : "bar"](colour),
            },
          },
        ),
      ),
    ),
  );

const bag = (fill) => [
  stroke("M-9-22q9-18 18 0", c.bark, 3.5),
  path("M-17-24h34l4 24h-42z", fill),
  rect(-18, -15, 36, 4, c.ink, { opacity: 0.25 }),
];
const sack = (fill) => [
  path("M-16 0q-8-22 8-32q-4-8 2-8h12q6 0 2 8q16 10 8 32z", fill),
  stroke("M-9-31q9 4 18 0", c.bark, 3),
];
const box = (fill) => [rect(-18, -26, 36, 26, fill, { rx: 2 }), rect(-4, -26, 8, 26, c.butter)];
const basket = (fill) => [
  stroke("M-14-16q14-30 28 0", c.bark, 3.5),
  path("M-18-18h36l-5 18h-26z", fill),
  stroke("M-15-11h30M-13-5h26", c.butter, 2.5),
];
const BENCH_PLACES = ["at the left", "in the middle", "at the right"];
const luggage = { bag, sack, box, basket };
export const LUGGAGE = Object.keys(luggage);

/** A piece of luggage that can be swapped for another one. */
export const piece = (name, at, kind, colour, more = {}) => {
  const other = kind === "sack" ? "box" : "sack";
  return thing(`${kind} ${name}`, at, [-22, -42, 22, 0], (shown) => luggage[kind](shown), {
    colour,
    colours: [c.clay, c.teal, c.marigold, c.paper, c.ink],
    sizes: [0.6],
    swap: { name: other, draw: () => luggage[other](colour) },
    ...more,
  });
};

export const bench = (tag, { bench: colour, onBench }) =>
  group(
    {},
    stroke("M196 276v24M290 276v24M396 276v24", c.ink, 5),
    rect(184, 268, 226, 9, colour, { rx: 4 }),
    rect(184, 246, 226, 7, colour, { rx: 3 }),
    onBench.map(([kind, fill], i) =>
      tag(piece(`${BENCH_PLACES[i]} of the bench`, [218 + i * 78, 269], kind, fill)),
    ),
  );
