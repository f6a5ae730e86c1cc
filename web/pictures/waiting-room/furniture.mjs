// The furniture of the waiting room: chairs, water dispenser, reception desk, table, rug and toys.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { place, thing } from "../parts.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const chair = (fill) => [
  stroke("M-24-4v34M24-4v34M-24 8h48", c.ink, 4.5),
  rect(-29, -66, 58, 52, fill, { rx: 10 }),
  rect(-23, -60, 46, 6, c.paper, { rx: 3, opacity: 0.35 }),
  rect(-32, -14, 64, 15, fill, { rx: 7 }),
  rect(-32, -5, 64, 6, c.ink, { rx: 3, opacity: 0.18 }),
];

const bag = (fill) => [
  stroke("M-10-26q10-20 20 0", c.bark, 4),
  path("M-18-28h36l4 28h-44z", fill),
  rect(-19, -20, 38, 4, c.ink, { opacity: 0.25 }),
];
const cushion = (fill) => [
  rect(-20, -34, 40, 34, fill, { rx: 9, transform: "rotate(-6)" }),
  circle(-1, -17, 7, c.paper, { opacity: 0.85 }),
  circle(-1, -17, 3, fill),
];
const book = (fill) => [
  rect(-19, -10, 38, 10, fill, { rx: 2 }),
  rect(-17, -8, 36, 5, c.paper),
  rect(-15, -18, 32, 8, c.marigold, { rx: 2 }),
];
const umbrella = (fill) => [
  stroke("M0 0v-58", c.bark, 3.5),
  path("M-9-52q9-10 18 0l-7 44h-4z", fill),
  stroke("M0 0q0 8 7 6", c.bark, 3.5),
];
const hat = (fill) => [
  ellipse(0, -4, 26, 6, fill),
  path("M-15-5q0-21 15-21t15 21z", fill),
  rect(-15, -11, 30, 5, c.ink, { opacity: 0.5 }),
];
const belongings = {
  bag: [bag, [-23, -47, 23, 0]],
  cushion: [cushion, [-25, -40, 25, 2]],
  "pile of books": [book, [-20, -18, 20, 0]],
  umbrella: [umbrella, [-10, -62, 10, 8]],
  hat: [hat, [-27, -27, 27, 3]],
};
const PLACES = ["first", "second", "third", "fourth"];
const fabrics = [c.clay, c.teal, c.marigold, c.mist, c.lagoon, c.coral];

export const chairs = (tag, { chairs: seats, onChairs }) =>
  seats.map((colour, i) => {
    const x = 98 + i * 71;
    const left = onChairs[i];
    const seat = tag(
      thing(`${PLACES[i]} chair`, [x, 288], [-32, -66, 32, 30], chair, {
        colour,
        colours: fabrics,
        fixed: true,
      }),
    );
    if (!left) return seat;
    const [draw, extent] = belongings[left[0]];
    const swap = left[0] === "hat" ? ["bag", bag] : ["hat", hat];
    return [
      seat,
      tag(
        thing(`${left[0]} on the ${PLACES[i]} chair`, [x, 274], extent, draw, {
          colour: left[1],
          colours: [c.paper, c.ink, c.marigold, c.clay, c.aqua],
          faces: left[0] === "umbrella",
          sizes: left[0] === "umbrella" ? [] : [0.62],
          swap: { name: swap[0], draw: () => swap[1](left[1]) },
        }),
      ),
    ];
  });

const bottleOfWater = (fill) => [
  path("M-15-78q0-12 6-16v-6h18v6q6 4 6 16v18h-30z", fill),
  path("M-10-78q0-8 5-12", "none", { stroke: c.paper, "stroke-width": 3, opacity: 0.8 }),
];

export const dispenser = (tag, { dispenser: at, water }) =>
  group(
    {},
    tag(
      thing("bottle of the water dispenser", [at, 322], [-15, -100, 15, -60], bottleOfWater, {
        colour: water,
        colours: [c.aqua, c.tide, c.mist],
        pivot: [at, 262],
        sizes: [0.62],
      }),
    ),
    place(
      at,
      322,
      rect(-18, -62, 36, 62, c.paper, { rx: 4 }),
      rect(-18, -4, 36, 6, c.ink, { opacity: 0.3 }),
      rect(-12, -54, 24, 18, c.mist, { rx: 2 }),
      rect(-9, -50, 6, 9, c.clay),
      rect(3, -50, 6, 9, c.teal),
      rect(-7, -40, 14, 3, c.ink),
    ),
  );

const monitor = () => [
  rect(-5, -10, 10, 10, c.ink),
  rect(-16, -4, 32, 4, c.ink, { rx: 2 }),
  rect(-30, -50, 60, 42, c.ink, { rx: 4 }),
  circle(0, -29, 5, "none", { stroke: c.teal, "stroke-width": 3 }),
];
const flowers = (fill) => [
  stroke("M0-20v-22M0-20q-3-14-13-18M0-20q3-14 13-18", c.leaf, 3.5),
  circle(0, -46, 8, fill),
  circle(-15, -40, 7, fill),
  circle(15, -40, 7, fill),
  circle(0, -46, 3, c.ink),
  circle(-15, -40, 2.6, c.ink),
  circle(15, -40, 2.6, c.ink),
  path("M-9-24h18l-3 8q7 8 3 16h-18q-4-8 3-16z", c.aqua),
];
const pens = () => [
  stroke("M-4-14l-5-16M1-14v-19M5-14l5-14", c.clay, 3.5),
  rect(-9, -18, 18, 18, c.lagoon, { rx: 2 }),
];
const bell = () => [
  path("M-14-3q0-15 14-15t14 15z", c.marigold),
  rect(-17, -4, 34, 4, c.bark, { rx: 2 }),
  circle(0, -20, 3, c.ink),
];
const files = (fill) => [
  rect(-22, -7, 44, 7, fill, { rx: 1.5 }),
  rect(-20, -13, 42, 6, c.paper, { rx: 1.5 }),
  rect(-23, -19, 42, 6, fill, { rx: 1.5 }),
];
const deskThings = {
  "screen on the desk": [monitor, [-30, -50, 30, 0], { faces: false }],
  "vase on the desk": [
    flowers,
    [-23, -54, 23, 0],
    { colour: c.coral, colours: [c.coral, c.lagoon, c.paper], sizes: [0.66] },
  ],
  "pot of pens on the desk": [
    pens,
    [-13, -34, 13, 0],
    { faces: true, swap: { name: "bell", draw: bell } },
  ],
  "bell on the desk": [
    bell,
    [-17, -24, 17, 0],
    { sizes: [1.5], swap: { name: "pot of pens", draw: pens } },
  ],
  "pile of files on the desk": [
    files,
    [-23, -19, 22, 0],
    { colour: c.clay, colours: [c.clay, c.marigold, c.ink] },
  ],
};
export const DESK_THINGS = Object.keys(deskThings);
const DESK_PLACES = [436, 494, 550];

export const desk = (tag, { desk: [front, panel, top], onDesk }) =>
  group(
    {},
    rect(404, 244, 190, 100, front),
    rect(404, 338, 190, 8, c.ink, { opacity: 0.35 }),
    [0, 1, 2].map((i) => rect(416 + i * 60, 266, 48, 62, panel, { rx: 4 })),
    checks(404, 250, 190, 2, 5, c.butter),
    rect(396, 234, 206, 11, top, { rx: 4 }),
    onDesk.map((name, i) => {
      const [draw, extent, more] = deskThings[name];
      return tag(thing(name, [DESK_PLACES[i], 234], extent, draw, more));
    }),
  );

const magazine = (fill) => [
  path("M-24 0l6-15h38l-6 15z", fill),
  path("M-12-4l3-7h14l-3 7z", c.paper),
];
const glassOfWater = () => [
  path("M-8-24h16l-2 24h-12z", c.glass),
  path("M-7-14h14l-1 14h-12z", c.teal, { opacity: 0.7 }),
];
const teapot = (fill) => [
  circle(0, -13, 13, fill),
  stroke("M12-14q10-2 12-10", fill, 5),
  stroke("M-12-18q-12 2-8 12", fill, 4),
  rect(-6, -29, 12, 5, c.ink, { rx: 2 }),
];
const spectacleCase = (fill) => [
  rect(-20, -13, 40, 13, fill, { rx: 6 }),
  rect(-20, -8, 40, 2, c.paper, { opacity: 0.7 }),
];
const tableThings = {
  "magazine on the table": [
    magazine,
    [-24, -15, 20, 0],
    { colours: [c.clay, c.teal, c.marigold, c.ink], colour: c.clay },
  ],
  "glass of water on the table": [
    glassOfWater,
    [-8, -24, 8, 0],
    { sizes: [1.5], moves: [[22, 3]] },
  ],
  "teapot on the table": [
    teapot,
    [-23, -29, 26, 0],
    { colour: c.coral, colours: [c.coral, c.ink, c.paper], faces: true },
  ],
  "spectacle case on the table": [
    spectacleCase,
    [-20, -13, 20, 0],
    { colour: c.marigold, colours: [c.marigold, c.ink, c.clay], sizes: [0.6] },
  ],
};
export const TABLE_THINGS = Object.keys(tableThings);
const TABLE_PLACES = [204, 256, 306];

export const table = (tag, { rug, onTable }) =>
  group(
    {},
    ellipse(254, 414, 168, 27, rug[0]),
    ellipse(254, 414, 152, 22, "none", {
      stroke: rug[1],
      "stroke-width": 4,
      "stroke-dasharray": "10 8",
    }),
    stroke("M186 386l-8 34M322 386l8 34M206 386l-4 26M302 386l4 26", c.bark, 7),
    rect(168, 378, 172, 11, c.amber, { rx: 5 }),
    rect(168, 385, 172, 4, c.ink, { rx: 2, opacity: 0.2 }),
    onTable.map((name, i) => {
      const [draw, extent, more] = tableThings[name];
      return tag(thing(name, [TABLE_PLACES[i], 379], extent, draw, more));
    }),
  );

const ball = (fill) => [
  circle(0, -17, 17, fill),
  path("M-16-22q16 10 32 0M-11-4q11-8 22 0", "none", { stroke: c.paper, "stroke-width": 4 }),
];
const blocks = (fill) => [
  rect(-22, -20, 20, 20, fill, { rx: 2 }),
  rect(1, -20, 20, 20, c.teal, { rx: 2 }),
  rect(-11, -41, 20, 20, c.marigold, { rx: 2 }),
  circle(-12, -10, 5, c.paper),
  rect(7, -14, 8, 8, c.paper),
  path("M-1-37l6 11h-12z", c.paper),
];
const leaves = (turn, length, fill) =>
  path(
    line`M0 0q${length * 0.24}-${length * 0.5} 0-${length}q-${length * 0.24} ${length * 0.5} 0 ${length}z`,
    fill,
    {
      transform: `translate(0 -44) rotate(${turn})`,
    },
  );
const bigPlant = (fill) => [
  [-58, -34, -12, 12, 34, 58].map((turn, i) =>
    leaves(turn, i % 2 ? 66 : 56, i % 2 ? c.leaf : "#3F7A4A"),
  ),
  path("M-24-46h48l-6 46h-36z", fill),
  rect(-27, -50, 54, 10, fill, { rx: 3 }),
  rect(-27, -42, 54, 3, c.ink, { opacity: 0.2 }),
];

export const floorThings = (tag, { ball: ballColour, blocks: blockColour, pot, plantAt }) =>
  group(
    {},
    tag(
      thing("large plant", [plantAt, 430], [-52, -110, 52, 0], bigPlant, {
        colour: pot,
        colours: [c.clay, c.aqua, c.marigold, c.ink, c.paper],
        sizes: [0.72],
      }),
    ),
    tag(
      thing("ball on the floor", [56, 424], [-17, -34, 17, 0], ball, {
        colour: ballColour,
        colours: [c.clay, c.marigold, c.lagoon, c.aqua],
        sizes: [0.6],
        moves: [[46, 6]],
      }),
    ),
    tag(
      thing("tower of blocks", [112, 378], [-22, -41, 21, 0], blocks, {
        colour: blockColour,
        colours: [c.coral, c.ink, c.paper],
        moves: [[-62, -8]],
        faces: true,
      }),
    ),
  );
