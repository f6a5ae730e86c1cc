// The vehicles of the bus park, and what stands around them.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { place, thing } from "../parts.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";
import { piece } from "./background.mjs";

const wheel = (x, y, r) => [
  circle(x, y, r, c.ink),
  circle(x, y, r * 0.5, c.mist),
  circle(x, y, r * 0.18, c.ink),
];

export const ground = ({ hour, road: [asphalt, mark] }) =>
  group(
    {},
    rect(0, 298, 600, 40, hour.ground),
    rect(0, 330, 600, 12, c.paper),
    checks(0, 330, 600, 2, 6, c.lagoon),
    rect(0, 342, 600, 102, asphalt),
    stroke("M16 432h60M136 432h60M256 432h60M376 432h60M496 432h60", mark, 5),
  );

const booth = (fill, trim) => [
  rect(-52, -120, 104, 120, fill),
  rect(-58, -128, 116, 10, trim, { rx: 3 }),
  rect(-40, -92, 80, 44, c.ink, { rx: 3 }),
  stroke("M-24-92v44M-8-92v44M8-92v44M24-92v44", c.mist, 2.5),
  rect(-46, -48, 92, 8, c.bark, { rx: 2 }),
  checks(-52, -24, 104, 2, 6, trim),
];

const clockOn = (fill) => [
  circle(0, 0, 13, c.ink),
  circle(0, 0, 10, fill),
  stroke("M0 0v-6M0 0l5 3", c.ink, 2.5),
];

export const ticketBooth = (tag, { booth: [fill, trim], boothClock }) =>
  group(
    {},
    place(66, 300, booth(fill, trim)),
    [0, 1, 2, 3, 4].map((i) =>
      path(line`M${12 + i * 21.6} 196h21.6v12a10.8 8 0 0 1-21.6 0z`, i % 2 ? c.paper : trim),
    ),
    tag(
      thing("clock of the ticket booth", [66, 166], [-13, -13, 13, 13], clockOn, {
        colour: boothClock,
        colours: [c.paper, c.marigold, c.teal],
        pivot: [66, 166],
        sizes: [1.5],
      }),
    ),
  );

const glazed = (x, width) => rect(x, -96, width, 34, c.glass, { rx: 4 });

const busBody = (paint, stripe) => [
  ellipse(118, 2, 128, 6, c.ink, { opacity: 0.3 }),
  path("M0-18v-74q0-16 16-16h152q13 0 21 13l20 33q24 4 26 20v24q0 6-6 6h-223q-6 0-6-6z", paint),
  path("M0-50h231q4 5 4 10v6h-235z", stripe),
  glazed(12, 36),
  glazed(54, 36),
  glazed(96, 36),
  path("M140-96h26q7 0 11 7l16 27h-53z", c.glass),
  path("M150-62l24-30l10 16l-12 14z", c.paper, { opacity: 0.5 }),
  stroke("M92-104v92M136-104v92", c.ink, 2.5, { opacity: 0.55 }),
  rect(120, -46, 11, 4, c.ink, { rx: 2 }),
  rect(-4, -20, 14, 8, c.ink, { rx: 3 }),
  rect(222, -20, 16, 8, c.ink, { rx: 3 }),
  rect(0, -40, 7, 13, c.clay, { rx: 2 }),
  circle(228, -32, 6, c.butter),
  wheel(48, -12, 19),
  wheel(186, -12, 19),
];
const PLACES = ["back", "middle", "front"];

export const bus = (tag, { bus: [paint, stripe], onRoof, busAt: [x, y], plate }) =>
  group(
    {},
    place(x, y, stroke("M14-112h148M24-112v6M88-112v6M152-112v6", c.ink, 4)),
    onRoof.map(([kind, fill], i) =>
      tag(piece(`at the ${PLACES[i]} of the roof`, [x + 40 + i * 48, y - 114], kind, fill)),
    ),
    place(x, y, busBody(paint, stripe)),
    tag(
      thing(
        "ball in the rear window of the bus",
        [x + 30, y - 63],
        [-9, -18, 9, 0],
        (fill) => circle(0, -9, 9, fill),
        {
          colour: plate,
          colours: [c.clay, c.ink, c.marigold, c.paper],
        },
      ),
    ),
    tag(
      thing("wing mirror of the bus", [x + 196, y - 64], [-4, -22, 12, 0], () => [
        stroke("M0 0q10-2 8-12", c.ink, 3),
        rect(3, -24, 9, 14, c.ink, { rx: 3 }),
      ]),
    ),
  );

const carBody = (paint, stripe) => [
  ellipse(0, 2, 94, 5, c.ink, { opacity: 0.3 }),
  path("M-44-44l20-28q4-6 12-6h36q8 0 13 6l20 28z", paint),
  path("M-34-44l15-21q3-4 8-4h9v25zM6-69h16q5 0 8 4l15 21h-39z", c.glass),
  path("M-88-12v-14q0-14 16-16l28-4h104q24 2 26 18v16q0 4-4 4h-166q-4 0-4-4z", paint),
  rect(-86, -28, 172, 7, stripe),
  stroke("M2-44v34", c.ink, 2.5, { opacity: 0.5 }),
  rect(10, -38, 10, 3.5, c.ink, { rx: 1.5 }),
  circle(-82, -30, 5, c.butter),
  rect(80, -38, 6, 10, c.clay, { rx: 2 }),
  wheel(-48, -9, 15),
  wheel(50, -9, 15),
];
const taxiSign = (fill) => [
  rect(-14, -12, 28, 12, c.ink, { rx: 3 }),
  rect(-10, -9, 20, 7, fill, { rx: 2 }),
];

export const taxi = (tag, { taxi: [paint, stripe], taxiAt: [x, y], taxiSign: colour }) =>
  group(
    {},
    tag(
      thing("sign on the taxi", [x + 8, y - 77], [-14, -12, 14, 0], taxiSign, {
        colour,
        colours: [c.marigold, c.aqua, c.paper, c.clay],
        sizes: [1.7],
      }),
    ),
    place(x, y, carBody(paint, stripe)),
  );

const parasol = (fill) => [
  stroke("M0 0v-96", c.bark, 5),
  path(
    "M-58-84q8-42 58-42t58 42q-10-8-19.3 0q-10-8-19.4 0q-10-8-19.3 0q-10-8-19.4 0q-10-8-19.3 0q-10-8-19.3 0z",
    fill,
  ),
  path("M-19.300-84q2-36 19.300-42q17.300 6 19.300 42q-10-8-19.300 0q-10-8-19.300 0z", c.paper),
];
const cooler = (fill) => [
  rect(-26, -34, 52, 34, fill, { rx: 4 }),
  rect(-28, -40, 56, 10, c.paper, { rx: 4 }),
  rect(-10, -22, 20, 8, c.paper, { rx: 2 }),
];
const bottle = (fill) => [rect(-5, -19, 10, 19, fill, { rx: 2 }), rect(-2.5, -26, 5, 9, fill)];

export const drinks = (tag, { parasol: shade, cooler: colour, bottles, drinksAt: x }) =>
  group(
    {},
    tag(
      thing("parasol", [x, 320], [-58, -126, 58, -70], parasol, {
        colour: shade,
        colours: [c.clay, c.teal, c.marigold, c.lagoon],
        fixed: true,
      }),
    ),
    tag(
      thing("cool box", [x + 4, 322], [-28, -40, 28, 0], cooler, {
        colour,
        colours: [c.teal, c.clay, c.ink, c.marigold],
        fixed: true,
      }),
    ),
    bottles.map((fill, i) =>
      tag(
        thing(
          `${PLACES[i]} bottle on the cool box`,
          [x - 14 + i * 17, 283],
          [-5, -26, 5, 0],
          bottle,
          {
            colour: fill,
            colours: [c.leaf, c.marigold, c.ink, c.coral],
          },
        ),
      ),
    ),
  );

const cone = (fill) => [
  path("M-4-40h8l11 34h-30z", fill),
  path("M-8.500-24h17l3.500 10h-24z", c.paper),
  rect(-21, -7, 42, 7, c.ink, { rx: 3 }),
];
const tyres = () =>
  [0, 1, 2].map((i) => [
    rect(-24, -15 - i * 15, 48, 14, c.ink, { rx: 6 }),
    rect(-13, -11 - i * 15, 26, 5, "#4A5A66", { rx: 2 }),
  ]);
const hen = (fill) => [
  stroke("M-3-6v6M5-6v6", c.marigold, 3),
  path("M-20-30q2 10 12 12q10-2 12-16q2-10 11-9q8 2 6 12q-2 26-22 26q-17 0-19-25z", fill),
  path("M11-44q3-6 5 0q4-4 5 3z", c.clay),
  path("M20-38l9 3l-9 4z", c.marigold),
  circle(15, -37, 2, c.paper),
];
const football = (fill) => [
  circle(0, -14, 14, fill),
  path("M0-20l6 4l-2 7h-8l-2-7z", c.ink),
  stroke("M0-20v-8M6-16l7-3M4-9l4 6M-4-9l-4 6M-6-16l-7-3", c.ink, 2.5),
];
const jerrycan = (fill) => [
  path("M-15 0v-30l8-8h18q4 0 4 4v34z", fill),
  stroke("M-8-6l16-20M8-6l-16-20", c.ink, 2.5, { opacity: 0.4 }),
  rect(-16, -41, 10, 7, c.ink, { rx: 2, transform: "rotate(-38 -11 -37)" }),
];
const props = {
  "traffic cone": [
    cone,
    [-21, -40, 21, 0],
    { colours: [c.orange, c.lagoon, c.clay], sizes: [1.45] },
  ],
  "stack of tyres": [tyres, [-24, -46, 24, 0], { sizes: [0.62] }],
  hen: [hen, [-21, -47, 29, 0], { faces: true, colours: [c.bark, c.paper, c.ink] }],
  football: [
    football,
    [-14, -28, 14, 0],
    { sizes: [1.6], colours: [c.paper, c.marigold, c.coral] },
  ],
  jerrycan: [jerrycan, [-18, -44, 15, 0], { faces: true, colours: [c.marigold, c.teal, c.paper] }],
};
export const PROPS = Object.keys(props);

export const around = (tag, { around: things }) =>
  things.map(([kind, x, y]) => {
    const [draw, extent, more] = props[kind];
    return tag(thing(kind, [x, y], extent, draw, { colour: more.colours?.[0], ...more }));
  });
