// The optician's shop on the waterfront: the sign, the awning, and the window with frames and an eye chart.

import * as c from "../palette.mjs";
import { box } from "../spot-boxes.mjs";
import { circle, group, line, path, rect } from "../svg.mjs";

const signBoard = (colour) =>
  group(
    { fill: "none", stroke: colour, "stroke-width": 8, "stroke-linecap": "round" },
    circle(284, 86, 27),
    circle(352, 86, 27),
    path("M311 82q7-7 14 0M257 82l-13-6M379 82l13-6"),
  );

const sign = (look) =>
  group(
    {},
    rect(276, 104, 5, 30, c.ink),
    rect(355, 104, 5, 30, c.ink),
    circle(284, 86, 27, c.aqua),
    circle(352, 86, 27, c.aqua),
    path("M266 92a20 20 0 0 1 20-24M334 92a20 20 0 0 1 20-24", "none", {
      stroke: c.paper,
      "stroke-width": 6,
      "stroke-linecap": "round",
    }),
    signBoard(look.shopFront[0]),
  );

const spectacles = (x, y, colour, lens) =>
  group(
    { fill: lens, stroke: colour, "stroke-width": 2.6 },
    circle(x - 8, y, 6.4),
    circle(x + 8, y, 6.4),
    path(line`M${x - 2} ${y - 1}q2-2 4 0`, "none"),
  );
const squares = (x, y, colour, lens) =>
  group(
    { fill: lens, stroke: colour, "stroke-width": 2.6 },
    rect(x - 15, y - 5.5, 12.5, 11, undefined, { rx: 2.5 }),
    rect(x + 2.5, y - 5.5, 12.5, 11, undefined, { rx: 2.5 }),
    path(line`M${x - 2.5} ${y - 2}h5`, "none"),
  );

// The tumbling E of a chart: three arms to the right.
const letter = (x, y, side, turn = 0) => {
  const u = side / 5;
  return path(
    line`M${x - side / 2} ${y - side / 2}h${side}v${u}h-${4 * u}v${u}h${4 * u}v${u}h-${4 * u}v${u}h${4 * u}v${u}h-${side}z`,
    c.ink,
    turn ? { transform: `rotate(${turn} ${x} ${y})` } : {},
  );
};

const chart = (tag) =>
  group(
    {},
    rect(352, 200, 44, 72, c.paper, { rx: 3 }),
    tag({
      name: "large letter on the chart",
      box: box(361.5, 204.5, 25, 25),
      draw: () => letter(374, 217, 25),
      fixed: true,
      sizes: [0.55],
      pivot: [374, 217],
      swap: { label: "The letter that is turned round", draw: () => letter(374, 217, 25, 180) },
    }),
    letter(365, 242, 12, 90),
    letter(384, 242, 12, 180),
    [360, 370, 380, 389].map((x, i) => letter(x - 0.5, 258, 7, [0, 270, 90, 0][i])),
  );

const frameOnShelf = (name, y, colour, lens, round) => {
  const [drawn, other] = round ? [spectacles, squares] : [squares, spectacles];
  return {
    name,
    box: box(306, y - 8, 32, 16),
    draw: (shown) => drawn(322, y, shown, lens),
    colour,
    colours: [c.clay, c.lagoon, c.amber, c.ink, c.teal],
    swap: {
      label: `The ${name} with ${round ? "square" : "round"} lenses`,
      draw: () => other(322, y, colour, lens),
    },
  };
};

const pot = (name, x, leaves) => ({
  name,
  box: box(x - 14, 264, 28, 38),
  draw: () =>
    path(line`M${x - 8} 302l-3-16h22l-3 16z`, c.clay) +
    path(line`M${x} ${288}q-14-6-13-20q12 2 13 16q1-16 13-18q1 16-13 22z`, leaves),
  sizes: [0.6],
  faces: false,
});

const awning = (colour) =>
  Array.from({ length: 9 }, (_, i) => {
    const left = 228 + i * 20;
    return path(line`M${left} 168h20v20a10 8 0 0 1-20 0z`, i % 2 ? c.paper : colour);
  });

const plants = () => [
  path("M300 302l-3-16h22l-3 16zM380 302l-3-16h22l-3 16z", c.clay),
  [
    [308, 284],
    [388, 284],
  ].map(([x, y]) =>
    path(line`M${x} ${y + 4}q-14-6-13-20q12 2 13 16q1-16 13-18q1 16-13 22z`, c.leaf),
  ),
];

export const shop = (tag, { shopFront: [dark, middle, wall], ...look }) =>
  group(
    {},
    sign({ shopFront: [dark] }),
    rect(230, 130, 176, 172, wall),
    rect(224, 126, 188, 10, dark, { rx: 3 }),
    rect(230, 144, 176, 24, middle),
    [250, 274, 298, 322, 346, 370, 386].map((x, i) => circle(x, 156, i % 2 ? 3 : 5, c.butter)),
    rect(292, 190, 110, 88, dark, { rx: 3 }),
    rect(296, 194, 102, 80, c.glass),
    path("M296 236l42-42h22l-64 64z", c.paper, { opacity: 0.45 }),
    rect(298, 220, 50, 3.5, c.bark),
    rect(298, 246, 50, 3.5, c.bark),
    rect(298, 270, 50, 4, c.bark),
    tag(frameOnShelf("top frame in the window", 211, look.spectacles[0], c.paper, true)),
    tag(frameOnShelf("middle frame in the window", 237, look.spectacles[1], c.paper, false)),
    tag(frameOnShelf("bottom frame in the window", 262, look.spectacles[2], c.mist, true)),
    chart(tag),
    rect(242, 194, 40, 108, dark, { rx: 3 }),
    rect(248, 200, 28, 54, c.glass),
    path("M248 232l28-28v12l-28 28z", c.paper, { opacity: 0.5 }),
    circle(275, 262, 3, c.marigold),
    rect(236, 298, 52, 5, "#B89C6A"),
    awning(look.shopAwning),
    rect(290, 278, 114, 6, c.bark),
    look.pots
      ? look.pots.map((leaves, i) =>
          tag(pot(i ? "right plant" : "left plant", 308 + i * 80, leaves)),
        )
      : plants(),
  );
