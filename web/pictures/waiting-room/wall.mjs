// The wall of the waiting room: window, pictures, eye chart, clock and the shelf of frames.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { thing } from "../parts.mjs";
import { around, circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

export const wall = ({ wall: [upper, lower, trim], floor }) =>
  group(
    {},
    rect(0, 0, 600, 210, upper),
    rect(0, 210, 600, 100, lower),
    rect(0, 206, 600, 6, trim),
    checks(0, 0, 600, 2, 6, trim),
    rect(0, 298, 600, 12, trim),
    rect(0, 310, 600, 134, floor[0]),
    stroke(
      "M0 338h600M0 372h600M0 412h600M90 310l-40 134M210 310l-20 134M330 310v134M450 310l20 134M560 310l36 120",
      floor[1],
      2.5,
    ),
  );

const frond = (turn, length, fill) =>
  path(line`M0 0q${length * 0.5}-${length * 0.4} ${length} ${length * 0.1}z`, fill, {
    transform: line`translate(36 62) rotate(${turn})`,
  });

const views = {
  sun: ["#A9DCDC", circle(84, 26, 15, c.butter)],
  evening: ["#F0B98A", circle(84, 74, 18, "#E8744A")],
  rain: [
    "#8FA6B2",
    stroke(
      "M14 14l-5 16M40 8l-5 16M66 18l-5 16M92 8l-5 16M106 34l-5 16M22 46l-5 16M76 50l-5 16M98 66l-5 16",
      c.mist,
      2.5,
      { opacity: 0.8 },
    ),
  ],
  night: ["#12304A", circle(84, 28, 13, c.butter)],
};

const curtain = (side) => (fill) => [
  path(line`M${side * 66} -8h${side * -34}q2 60 ${side * 22} 92l${side * 12} 50z`, fill),
  stroke(
    line`M${side * 56} 0q${side * -2} 60 ${side * 6} 108M${side * 46} 0q0 50 ${side * 10} 90`,
    c.ink,
    2,
    {
      opacity: 0.18,
    },
  ),
  stroke(line`M${side * 66} 84h${side * -16}`, c.marigold, 5),
];

export const windowOf = (tag, { view, curtains, sillPlant }) => {
  const [air, weather] = views[view];
  const [x, y] = [88, 52];
  return group(
    {},
    rect(x - 60, y - 4, 120, 130, c.paper, { rx: 3 }),
    group(
      { transform: line`translate(${x - 54} ${y + 2})` },
      rect(0, 0, 108, 118, air),
      weather,
      path("M0 118v-26q20-12 44-4t40-6t24 2v34z", view === "night" ? "#1D4B4F" : "#7DB08A"),
      path("M33 104q4-20 1-44h5q4 24 1 44z", c.bark),
      [-170, -130, -95, -55, -15, 20].map((turn) =>
        frond(turn, 30, view === "night" ? "#2B6A58" : c.leaf),
      ),
    ),
    stroke(line`M${x} ${y}v120M${x - 55} ${y + 56}h110`, c.paper, 5),
    rect(x - 70, y + 124, 140, 9, c.bark, { rx: 3 }),
    tag(
      thing("left curtain", [x, y], [-66, -8, -32, 134], curtain(-1), {
        colour: curtains,
        colours: [c.clay, c.aqua, c.lagoon, c.marigold, c.mist],
        fixed: true,
      }),
    ),
    tag(
      thing("right curtain", [x, y], [32, -8, 66, 134], curtain(1), {
        colour: curtains,
        colours: [c.clay, c.aqua, c.lagoon, c.marigold, c.mist],
        fixed: true,
      }),
    ),
    stroke(line`M${x - 72} ${y - 10}h144`, c.bark, 5),
    circle(x - 74, y - 10, 5, c.bark),
    circle(x + 74, y - 10, 5, c.bark),
    tag(
      thing(
        "small plant on the window sill",
        [x + sillPlant, y + 124],
        [-16, -38, 16, 0],
        () => [
          path("M0-14q-18-4-15-24q13 4 15 20q2-18 15-20q3 20-15 24z", c.leaf),
          path("M-10-16h20l-3 16h-14z", c.clay),
        ],
        { moves: [[sillPlant > 0 ? -44 : 44, 0]], sizes: [1.5] },
      ),
    ),
  );
};

const rings = (iris) => [
  circle(0, 0, 22, c.paper),
  circle(0, 0, 16, iris),
  circle(0, 0, 7.5, c.ink),
  circle(5, -5, 3, c.paper),
];
const motives = {
  eye: (iris) => [
    path("M-30 0q30-34 60 0q-30 34-60 0z", c.paper),
    circle(0, 0, 15, iris),
    circle(0, 0, 7, c.ink),
    circle(4, -5, 2.6, c.paper),
  ],
  iris: rings,
  boat: (sail) => [
    rect(-30, 12, 60, 18, c.teal),
    path("M-22 6h44l-8 14h-28z", c.clay),
    path("M-2 2v-30l20 26z", sail),
    path("M-6 2v-22l-14 20z", c.paper),
  ],
};

export const pictured = { eye: "an eye", iris: "an iris", boat: "a boat" };

export const framedPicture = ({ picture, pictureAt, pictureColour, pictureFrame }) =>
  thing(
    `picture of ${pictured[picture]}`,
    [pictureAt, 62],
    [-40, -10, 40, 80],
    (shown) => [
      stroke("M-16 0l16-10l16 10", c.ink, 2),
      rect(-40, 0, 80, 80, pictureFrame, { rx: 3 }),
      rect(-34, 6, 68, 68, c.mist),
      group({ transform: "translate(0 40)" }, motives[picture](shown)),
    ],
    {
      colour: pictureColour,
      colours: [c.teal, c.bark, c.marigold, c.coral],
      sizes: [0.72],
      faces: picture === "boat",
    },
  );

const letter = (x, y, side, turn = 0) => {
  const u = side / 5;
  return path(
    line`M${x - side / 2} ${y - side / 2}h${side}v${u}h-${4 * u}v${u}h${4 * u}v${u}h-${4 * u}v${u}h${4 * u}v${u}h-${side}z`,
    c.ink,
    turn ? { transform: line`rotate(${turn} ${x} ${y})` } : {},
  );
};

const lettered = (name, x, y, side, turn) => ({
  ...thing(
    name,
    [x, y],
    [-side / 2, -side / 2, side / 2, side / 2],
    () => letter(0, 0, side, turn),
    {
      swap: {
        label: `The ${name} that is turned round`,
        draw: () => letter(0, 0, side, turn + 180),
      },
    },
  ),
});

export const chart = (tag, { turns, chartAt: x }) =>
  group(
    {},
    rect(x - 38, 46, 76, 122, c.paper, { rx: 3 }),
    rect(x - 42, 42, 84, 8, c.bark, { rx: 4 }),
    rect(x - 42, 164, 84, 8, c.bark, { rx: 4 }),
    tag(lettered("large letter on the eye chart", x, 76, 34, turns[0])),
    tag(lettered("left letter on the eye chart", x - 15, 114, 20, turns[1])),
    tag(lettered("right letter on the eye chart", x + 15, 114, 20, turns[2])),
    [-22, -7, 8, 23].map((dx, i) => letter(x + dx, 138, 11, turns[i])),
    [-24, -12, 0, 12, 24].map((dx, i) => letter(x + dx, 154, 6.5, turns[(i + 1) % 4])),
  );

const hand = (turn, length, width) =>
  stroke(line`M0 0v-${length}`, c.ink, width, { transform: `rotate(${turn})` });

const clockFace = (hour, rim) => [
  circle(0, 30, 30, rim),
  circle(0, 30, 24, c.paper),
  group(
    { transform: "translate(0 30)" },
    around(12, 0, 0, 19).map(([x, y], i) => circle(x, y, i % 3 ? 1.2 : 2.4, c.ink)),
    hand(hour * 30, 10, 4.5),
    hand(0, 16, 3),
    circle(0, 0, 3, c.clay),
  ),
];

export const clock = (tag, { clock: [x, hour, rim] }) =>
  tag(
    thing("clock", [x, 62], [-30, 0, 30, 60], (shown) => clockFace(hour, shown), {
      colour: rim,
      colours: [c.lagoon, c.marigold, c.clay, c.aqua, c.ink],
      fixed: true,
      swap: { label: "The clock that shows another time", draw: () => clockFace(hour + 5, rim) },
    }),
  );

const roundFrame = (colour) =>
  group(
    { fill: c.paper, stroke: colour, "stroke-width": 3 },
    circle(-10, -9, 7.5),
    circle(10, -9, 7.5),
    path("M-2.5-10q2.5-2.5 5 0M-17.5-10l-4-2M17.5-10l4-2", "none"),
  );
const squareFrame = (colour) =>
  group(
    { fill: c.paper, stroke: colour, "stroke-width": 3 },
    rect(-18, -16, 15, 13, undefined, { rx: 3 }),
    rect(3, -16, 15, 13, undefined, { rx: 3 }),
    path("M-3-12h6M-18-12l-4-2M18-12l4-2", "none"),
  );
const darkFrame = (colour) =>
  group(
    { fill: c.ink, stroke: colour, "stroke-width": 3 },
    ellipse(-10, -9, 8.5, 6.5),
    ellipse(10, -9, 8.5, 6.5),
    path("M-2-11q2-2 4 0M-18-10l-4-2M18-10l4-2", "none"),
  );
const frames = { round: roundFrame, square: squareFrame, dark: darkFrame };
const otherFrame = {
  round: ["square frame", "square"],
  square: ["round frame", "round"],
  dark: ["round frame", "round"],
};
const ROWS = ["top", "second", "bottom"];
const COLUMNS = ["at the left of", "in the middle of", "at the right of"];

export const shelf = (tag, { shelf: stock }) =>
  group(
    {},
    rect(438, 44, 148, 148, c.bark, { rx: 4 }),
    rect(444, 50, 136, 136, "#F3E3C3"),
    [0, 1, 2].map((row) => [
      rect(444, 88 + row * 46, 136, 6, c.bark),
      [0, 1, 2].map((column) => {
        const [kind, colour] = stock[row][column];
        const [name, other] = otherFrame[kind];
        return tag(
          thing(
            `${kind} frame ${COLUMNS[column]} the ${ROWS[row]} shelf`,
            [467 + column * 45, 87 + row * 46],
            [-24, -19, 24, 0],
            (shown) => frames[kind](shown),
            {
              colour,
              colours: [c.clay, c.lagoon, c.amber, c.ink, c.teal, c.coral],
              swap: { name, draw: () => frames[other](colour) },
            },
          ),
        );
      }),
    ]),
  );
