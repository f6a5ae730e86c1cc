// The water of the waterfront: ripples, a canoe and a ferry.

import * as c from "../palette.mjs";
import { box } from "../spot-boxes.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const wood = "#C79A5B";

export const water = () =>
  group(
    {},
    rect(0, 376, 600, 68, "url(#l3-water)"),
    stroke(
      "M12 390h30M250 386h36M306 398h24M560 392h34M22 434h50M248 428h60M330 438h34M540 434h44M214 400h14",
      c.aqua,
      3,
      { opacity: 0.6 },
    ),
    stroke("M226 396q30 14 48-18", wood, 3),
    rect(270, 352, 10, 66, c.bark, { rx: 3 }),
    rect(304, 360, 10, 52, c.bark, { rx: 3 }),
    stroke("M275 372q18 16 34 4", wood, 3),
  );

const paddle = (x, y, turn) =>
  group(
    { transform: `rotate(${turn} ${x} ${y})` },
    stroke(line`M${x} ${y - 36}v54`, wood, 4),
    ellipse(x, y + 24, 6, 12, wood),
  );

const cargo = [c.aqua, c.marigold, c.leaf, c.paper];

const canoe = (tag, look) =>
  group(
    {},
    tag({
      name: "front paddle of the canoe",
      box: box(76, 368, 62, 70),
      draw: () => paddle(108, 404, 38),
    }),
    tag({
      name: "back paddle of the canoe",
      box: box(146, 368, 62, 70),
      draw: () => paddle(178, 404, 38),
    }),
    path("M54 392q8 12 26 12h110q22 0 32-14q6 40-40 40h-86q-40 0-42-38z", look.canoe[0]),
    path("M62 406q8 6 18 6h112q14 0 26-8l-3 9q-10 7-22 7H84q-12 0-19-6z", look.canoe[1]),
    ellipse(128, 402, 22, 6, c.bark),
    tag({
      name: "load of the canoe",
      box: box(107, 391, 38, 16),
      draw: (fill) => [114, 126, 138].map((x) => circle(x, 398, 7, fill)),
      colour: look.cargo,
      colours: cargo,
      sizes: [1.5],
      pivot: [126, 402],
    }),
    stroke("M46 432h20M90 438h90M206 432h26", c.mist, 3, { opacity: 0.7 }),
  );

const tyre = (x) =>
  stroke(line`M${x} 396v12`, c.paper, 3) +
  circle(x, 415, 7.5, "none", { stroke: c.ink, "stroke-width": 6 });
const rope = (x) => stroke(line`M${x} 396v12`, c.paper, 3);

const hangingTyre = (name, x) => ({
  name,
  box: box(x - 10, 394, 20, 30),
  draw: () => tyre(x),
  swap: { label: "The rope without a tyre", draw: () => rope(x) },
});

const roofed = (stripe) => [
  path("M366 348q0-14 14-14h124q16 0 16 14z", c.lagoon),
  [0, 1, 2, 3, 4, 5, 6].map((i) =>
    path(line`M${366 + i * 22} 348h22a11 7 0 0 1-22 0z`, i % 2 ? c.lagoon : stripe),
  ),
];

const ferry = (tag, look) =>
  group(
    {},
    rect(378, 346, 4, 46, c.ink),
    rect(440, 346, 4, 46, c.ink),
    rect(504, 346, 4, 46, c.ink),
    roofed(look.ferry[0]),
    rect(384, 376, 120, 14, c.bark),
    path("M346 386h196l18-10q-4 54-34 54h-146q-26 0-34-44z", c.paper),
    path("M352 402h198l-3 8H354z", look.ferry[1]),
    stroke("M540 384v-40", c.ink, 3),
    tag({
      name: "flag of the ferry",
      box: box(514, 345, 52, 17),
      draw: (fill) => path("M542 346l24 7l-24 8z", fill),
      colour: look.flag,
      colours: [c.clay, c.marigold, c.paper, c.ink],
      sizes: [2.2],
      pivot: [541, 347],
    }),
    tag(hangingTyre("first tyre on the ferry", 388)),
    tyre(430),
    tag(hangingTyre("third tyre on the ferry", 472)),
    tyre(514),
    stroke("M340 434h30M384 440h110M524 432h40", c.mist, 3, { opacity: 0.7 }),
  );

export const boats = (tag, look) => group({}, canoe(tag, look), ferry(tag, look));
