// The desks of the classroom, what lies on them, the bags and the rug.

import * as c from "../palette.mjs";
import { place } from "../parts.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";
import { shadow } from "./wall.mjs";

const pencils = (fill) => [
  stroke("M-6-20l-6-24M0-20v-28M6-20l7-22", c.marigold, 5),
  path("M-14-24h28l-3 24h-22z", fill),
];
const apple = () => [
  circle(-6, -13, 13, c.clay),
  circle(6, -13, 13, c.clay),
  stroke("M0-24q0-8 5-11", c.bark, 3.5),
  path("M3-28q8-8 15-2q-7 7-15 2z", c.leaf),
];
const glasses = () => [
  group(
    { fill: c.glass, stroke: c.ink, "stroke-width": 4 },
    circle(-17, -13, 12),
    circle(17, -13, 12),
    path("M-5-14q5-5 10 0", "none"),
  ),
];
const stack = (fill) => [
  rect(-30, -10, 60, 10, fill, { rx: 2 }),
  rect(-26, -20, 54, 10, c.paper, { rx: 2 }),
  rect(-30, -30, 56, 10, c.teal, { rx: 2 }),
];
const small = { pencils, apple, glasses, stack };
export const SMALL_THINGS = Object.keys(small);
export const SMALL_WORDS = {
  pencils: "pencils",
  apple: "an apple",
  glasses: "glasses",
  stack: "a pile of books",
};

/** A notebook that stands on the desk, leaning back a little. */
const notebook = (x, y, fill) =>
  path(line`M${x - 27} ${y}l4-62h46l4 62z`, fill) +
  stroke(line`M${x - 20} ${y - 60}l-4 58`, c.ink, 3, { opacity: 0.3 });

const desk = (hide, x, { top, legs, notes, things, tint }) => {
  const y = 574;
  return group(
    {},
    shadow(x, 668, 116),
    stroke(
      line`M${x - 88} ${y + 12}l-6 80M${x + 88} ${y + 12}l6 80M${x - 70} ${y + 12}v62M${x + 70} ${y + 12}v62`,
      legs,
      8,
    ),
    notes.map(([fill, ornament, colour], i) => {
      const at = x - 58 + i * 66;
      return [
        notebook(at, y, fill),
        hide("on the notebook", ornament)(at + 1, y - 31, 14, colour, fill),
      ];
    }),
    things.map((kind, i) => place(x + 64 + i * 40, y, small[kind](tint))),
    rect(x - 106, y - 2, 212, 16, top, { rx: 6 }),
    rect(x - 106, y + 8, 212, 6, c.ink, { rx: 3, opacity: 0.2 }),
    rect(x - 84, y + 14, 168, 26, top),
    rect(x - 84, y + 14, 168, 26, c.ink, { opacity: 0.22 }),
  );
};

export const desks = (hide, { desks: pair }) =>
  pair.map((look, i) => desk(hide, 150 + i * 300, look));

const bag = (x, y, fill, strap) =>
  place(
    x,
    y,
    stroke("M-14-70q0-20 14-20t14 20", strap, 6),
    rect(-34, -74, 68, 74, fill, { rx: 16 }),
    rect(-34, -74, 68, 74, c.ink, { rx: 16, opacity: 0.1 }),
    rect(-26, -42, 52, 36, fill, { rx: 8 }),
    stroke("M-24-54h48", strap, 4),
  );

export const bags = (hide, { bags: standing }) =>
  standing.map(([x, y, [fill, ornament, colour], strap]) => [
    shadow(x, y, 40),
    bag(x, y, fill, strap),
    hide("on the school bag", ornament)(x, y - 24, 14, colour, fill),
  ]);

export const rug = (hide, { rug: [ground, edge, kinds, colours] }) =>
  group(
    {},
    path("M86 660h428l40 58H46z", ground),
    path("M86 660h428l4 6H82zM49 712h502l3 6H46z", edge),
    Array.from({ length: 9 }, (_, i) =>
      hide("on the rug", kinds[(i * 3) % kinds.length])(
        100 + i * 50,
        690,
        15,
        colours[(i * 2) % colours.length],
        ground,
      ),
    ),
  );

const football = (x, y, fill) => [
  ellipse(x + 2, y + 1, 22, 5, c.ink, { opacity: 0.2 }),
  circle(x, y - 21, 21, fill),
  path(line`M${x - 20} ${y - 27}q20 12 40 0M${x - 14} ${y - 6}q14-10 28 0`, "none", {
    stroke: c.paper,
    "stroke-width": 4.5,
  }),
];

export const ball = ({ ball: [x, y, fill] }) => group({}, football(x, y, fill));
