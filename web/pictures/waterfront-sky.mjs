// The sky of the waterfront: sun, clouds, far bank, gulls and birds on a wire.

import { circle, ellipse, group, line, path, rect, stroke } from "./draw.mjs";
import * as c from "./palette.mjs";
import { box } from "./spots.mjs";

const cloud = (x, y, s) =>
  path(
    line`M${x} ${y}h${96 * s}a${13 * s} ${13 * s} 0 0 0 2-${26 * s}a${24 * s} ${24 * s} 0 0 0-${44 * s}-${12 * s}a${17 * s} ${17 * s} 0 0 0-${32 * s} ${10 * s}a${14 * s} ${14 * s} 0 0 0-${22 * s} ${28 * s}z`,
    c.paper,
    { opacity: 0.9 },
  );

const gull = (x, y, s) =>
  stroke(
    line`M${x - 11 * s} ${y - 3 * s}q${6 * s}-${6 * s} ${11 * s} ${3 * s}q${5 * s}-${9 * s} ${11 * s}-${3 * s}`,
    c.ink,
    3,
  );

export const sky = () =>
  group(
    {},
    rect(0, 0, 600, 310, "url(#l3-sky)"),
    circle(72, 64, 52, c.butter, { opacity: 0.5 }),
    circle(72, 64, 34, c.butter),
    cloud(118, 56, 0.8),
    cloud(440, 120, 0.7),
    cloud(470, 42, 0.9),
    cloud(0, 120, 0.6),
    gull(214, 62, 1),
    gull(232, 44, 0.7),
    gull(410, 34, 0.9),
    path("M0 300v-62q30-14 60-4t70-10 60 8 80-12 80 10 70-8 80 6 100-2v74z", "#9CCBB0"),
  );

const bird = (x, y) =>
  path(
    line`M${x - 17} ${y - 1}l10-13q4-9 13-8l3 0q7 0 7 7l6 3l-6 2q-2 10-13 11q-8 1-13-6z`,
    c.ink,
  ) +
  ellipse(x + 2, y - 5, 6, 4, c.coral) +
  circle(x + 10, y - 16, 1.8, c.paper);

const turned = (x, drawn) => group({ transform: `translate(${2 * x} 0) scale(-1 1)` }, drawn);

export const wire = (differ) =>
  group(
    {},
    stroke("M-6 92Q200 112 424 76Q520 104 606 82", c.ink, 2.5),
    rect(420, 60, 7, 244, c.bark),
    rect(404, 72, 39, 6, c.bark, { rx: 2 }),
    bird(96, 99),
    turned(226, bird(226, 99)),
    bird(448, 83),
    differ(box(477, 64, 40, 28), turned(497, bird(497, 91)), bird(497, 91)),
  );
