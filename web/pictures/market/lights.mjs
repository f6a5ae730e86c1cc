// The bunting and the lanterns of the night market, each with an ornament.

import * as c from "../palette.mjs";
import { circle, group, line, path, rect, stroke } from "../svg.mjs";

export const hangingString = ([x1, y1], [x2, y2], sag) => {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2 + sag * 2];
  const at = (t) => [
    (1 - t) ** 2 * x1 + 2 * t * (1 - t) * mx + t * t * x2,
    (1 - t) ** 2 * y1 + 2 * t * (1 - t) * my + t * t * y2,
  ];
  return { at, d: line`M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}` };
};

export const flag = ([x, y], fill, ornament, colour, radius) =>
  path(line`M${x - 23} ${y}h46l-23 58z`, fill, {
    "stroke-linejoin": "round",
    stroke: fill,
    "stroke-width": 3,
  }) + ornament(x, y + 18, radius, colour, fill);

export const bunting = (hide, { flags, buntingOnRight, ...look }) => {
  const string = buntingOnRight
    ? hangingString([610, 14], [188, -8], 38)
    : hangingString([-10, 14], [412, -8], 38);
  return group(
    {},
    stroke(string.d, c.mist, 3),
    flags.map(([fill, ornament, colour], i) =>
      flag(
        string.at((i + 0.55) / 7.1),
        fill,
        hide("on the bunting", ornament),
        colour,
        look.flagRadius,
      ),
    ),
  );
};

const round = (x, y, fill) => [
  circle(x, y + 36, 29, fill),
  path(line`M${x - 13} ${y + 10}a46 46 0 0 0 0 52M${x + 13} ${y + 10}a46 46 0 0 1 0 52`, "none", {
    stroke: c.paper,
    "stroke-opacity": 0.35,
    "stroke-width": 3,
  }),
  rect(x - 11, y + 3, 22, 8, c.ink, { rx: 2 }),
  rect(x - 11, y + 61, 22, 8, c.ink, { rx: 2 }),
];
const tall = (x, y, fill) => [
  rect(x - 21, y + 8, 42, 64, fill, { rx: 12 }),
  rect(x - 14, y + 2, 28, 9, c.ink, { rx: 2 }),
  rect(x - 14, y + 69, 28, 9, c.ink, { rx: 2 }),
  rect(x - 21, y + 19, 42, 3, c.paper, { opacity: 0.4 }),
  rect(x - 21, y + 58, 42, 3, c.paper, { opacity: 0.4 }),
];

const shapes = { round, tall };

export const lanterns = (hide, { lanterns: hung }) => {
  const string = hangingString([-10, 196], [610, 214], 26);
  return group(
    {},
    stroke(string.d, c.aqua, 3),
    hung.map(([shape, fill, ornament, colour], i) => {
      const [x, y] = string.at((i + 0.55) / 7.1);
      const middle = y + (shape === "round" ? 36 : 40);
      return [
        circle(x, middle, 46, fill, { opacity: 0.22 }),
        shapes[shape](x, y, fill),
        hide("on the lantern", ornament)(x, middle, 13, colour, fill),
      ];
    }),
  );
};
