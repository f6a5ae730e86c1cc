// The sky of the waterfront: sun, clouds, far bank, gulls and birds on a wire.

import * as c from "../palette.mjs";
import { box } from "../spot-boxes.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const cloud = (x, y, s, fill) =>
  path(
    line`M${x} ${y}h${96 * s}a${13 * s} ${13 * s} 0 0 0 2-${26 * s}a${24 * s} ${24 * s} 0 0 0-${44 * s}-${12 * s}a${17 * s} ${17 * s} 0 0 0-${32 * s} ${10 * s}a${14 * s} ${14 * s} 0 0 0-${22 * s} ${28 * s}z`,
    fill,
    { opacity: 0.9 },
  );

const gull = (x, y, s) =>
  stroke(
    line`M${x - 11 * s} ${y - 3 * s}q${6 * s}-${6 * s} ${11 * s} ${3 * s}q${5 * s}-${9 * s} ${11 * s}-${3 * s}`,
    c.ink,
    3,
  );

const sizedGull = (name, x, y, s) => ({
  name,
  box: box(x - 14, y - 12, 28, 18),
  draw: () => gull(x, y, s),
  sizes: [1.9],
});

export const sky = (tag, look) =>
  group(
    {},
    rect(0, 0, 600, 310, "url(#l3-sky)"),
    circle(look.sun, 64, 52, look.sunColour, { opacity: 0.5 }),
    circle(look.sun, 64, 34, look.sunColour),
    cloud(118, 56, 0.8, look.cloudColour),
    cloud(440, 120, 0.7, look.cloudColour),
    cloud(470, 42, 0.9, look.cloudColour),
    cloud(0, 120, 0.6, look.cloudColour),
    gull(214, 62, 1),
    gull(232, 44, 0.7),
    tag(sizedGull("gull over the shop", 410, 34, 0.9)),
    path("M0 300v-62q30-14 60-4t70-10 60 8 80-12 80 10 70-8 80 6 100-2v74z", look.farBank),
  );

const bird = (x, y, breast) =>
  path(
    line`M${x - 17} ${y - 1}l10-13q4-9 13-8l3 0q7 0 7 7l6 3l-6 2q-2 10-13 11q-8 1-13-6z`,
    c.ink,
  ) +
  ellipse(x + 2, y - 5, 6, 4, breast) +
  circle(x + 10, y - 16, 1.8, c.paper);

const turned = (x, drawn) => group({ transform: `translate(${2 * x} 0) scale(-1 1)` }, drawn);

const perched = (name, x, y, facesLeft, { breast }, moves) => {
  const facing = (left) => (left ? turned(x, bird(x, y, breast)) : bird(x, y, breast));
  return {
    name,
    box: box(x - 20, y - 27, 40, 28),
    draw: () => facing(facesLeft),
    swap: { label: "The bird facing the other way", draw: () => facing(!facesLeft) },
    moves,
  };
};

export const wire = (tag, look) =>
  group(
    {},
    stroke("M-6 92Q200 112 424 76Q520 104 606 82", c.ink, 2.5),
    rect(420, 60, 7, 244, c.bark),
    rect(404, 72, 39, 6, c.bark, { rx: 2 }),
    tag(perched("bird in front of the sun", 96, 99, look.birds[0], look, [[44, 2]])),
    tag(perched("bird beside the sign", 226, 99, look.birds[1], look, [[-46, 2]])),
    bird(448, 83, look.breast),
    tag(perched("bird at the end of the wire", 497, 91, look.birds[2], look)),
  );
