// The background of the night market: moon, clouds and town. There are no points of light in the sky, because a player
// could take them for stars.

import { dot } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { circle, group, line, path, rect, stroke } from "../svg.mjs";

const town = "#0B2F40";

// Craters around the middle of the moon, and where the largest ornament fits between them.
const craters = [
  [-26, -22, 13],
  [14, -38, 8],
  [40, -4, 12],
  [-38, 16, 7],
  [-8, 44, 10],
  [34, 28, 6],
];

export const moon = (hide, { moon: [x, y, face, shade] }) =>
  group(
    {},
    circle(x, y, 104, c.teal, { opacity: 0.22 }),
    circle(x, y, 84, c.aqua, { opacity: 0.2 }),
    circle(x, y, 64, face),
    craters.map(([dx, dy, r]) => circle(x + dx, y + dy, r, shade)),
    hide("on the moon", dot)(x + 5, y + 2, 15, shade),
  );

const cloud = (x, y, scale) =>
  path(
    line`M${x} ${y}h${120 * scale}a${14 * scale} ${14 * scale} 0 0 0 0-${28 * scale}h-${8 * scale}a${26 * scale} ${26 * scale} 0 0 0-${50 * scale}-${10 * scale}a${18 * scale} ${18 * scale} 0 0 0-${34 * scale} ${10 * scale}h-${28 * scale}a${14 * scale} ${14 * scale} 0 0 0 0 ${28 * scale}z`,
    c.tide,
  );

export const clouds = ({ clouds: places }) =>
  group(
    {},
    places.map(([x, y, scale]) => cloud(x, y, scale)),
  );

const house = (x, y, width, fill, lit) =>
  rect(x, y, width, 620 - y, fill) +
  path(line`M${x - 6} ${y}l${width / 2 + 6}-22l${width / 2 + 6} 22z`, fill) +
  lit.map(([dx, dy]) => rect(x + dx, y + dy, 9, 12, c.marigold, { opacity: 0.8 })).join("");

const palm = (x, y, height) =>
  stroke(line`M${x} ${y}q8-${height / 2} 2-${height}`, town, 7) +
  group(
    { fill: town },
    [
      [-46, 8, -22, -20],
      [46, 8, 22, -20],
      [-34, -22, -10, -26],
      [36, -22, 12, -28],
      [-30, 32, -24, 0],
      [30, 32, 26, 0],
    ].map(([dx, dy, bx, by]) =>
      path(
        line`M${x + 2} ${y - height}q${bx} ${by} ${dx} ${dy}q${-dx / 2 + bx / 3} ${-dy / 2 - 4} ${-dx} ${-dy}z`,
      ),
    ),
  );

export const skyline = () =>
  group(
    {},
    house(-10, 290, 70, town, [
      [28, 20],
      [46, 20],
    ]),
    house(80, 300, 64, town, [[14, 16]]),
    house(262, 282, 76, town, [
      [14, 18],
      [34, 18],
      [54, 18],
    ]),
    house(400, 296, 60, town, [[38, 14]]),
    house(540, 288, 80, town, [
      [16, 18],
      [34, 18],
    ]),
    palm(226, 420, 150),
    palm(506, 420, 160),
  );
