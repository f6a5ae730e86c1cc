// The beach, a scene of level 2.

import { ornaments } from "../motifs.mjs";
import { clearOn, decorated, GROUNDS } from "../ornament-colours.mjs";
import * as c from "../palette.mjs";
import { fade, rect, stroke } from "../svg.mjs";
import { deckChair, edge, hut, parasol, towels, toys } from "./sand.mjs";
import { KITES, kites, palm, sea, sky } from "./sky.mjs";

const size = { width: 600, height: 750 };

const hours = [
  {
    sky: ["#7CC5CE", "#FBF0D2"],
    sea: [c.teal, "#6FC3BF"],
    sun: c.butter,
    cloud: c.paper,
    foam: c.paper,
    sand: "#EED9AC",
    lines: "#DCC18C",
    words: "on a bright day",
  },
  {
    sky: ["#D9795C", "#FBD79B"],
    sea: ["#2B6573", "#B98A78"],
    sun: "#F4663B",
    cloud: "#F8CFA6",
    foam: "#FBE3C8",
    sand: "#E3BE8C",
    lines: "#CDA06C",
    words: "at sunset",
  },
  {
    sky: ["#5C8FB0", "#F3D9C6"],
    sea: ["#3B7C97", "#8CC3C4"],
    sun: "#FBD98A",
    cloud: "#F7EFE6",
    foam: c.mist,
    sand: "#EAD7B8",
    lines: "#D3BB92",
    words: "in the early morning",
  },
];

const towelLook = (random, x, y, columns) => {
  const fill = random.pick([c.lagoon, "#8E3F30", c.tide, "#2F4A66"]);
  return [
    x,
    y,
    columns,
    fill,
    random.shuffle(ornaments),
    random.some([c.butter, c.paper, c.aqua, c.marigold], 3),
    random.pick([c.coral, c.marigold, c.aqua]),
  ];
};

const choose = (random) => {
  const painted = decorated(random, ornaments, 8);
  const panel = random.some(GROUNDS, 2);
  const chair = random.pick([c.clay, c.teal, c.marigold, c.coral]);
  const front = random.pick([c.tide, "#8E3F30", c.teal]);
  const edges = random.row([c.clay, c.marigold, c.lagoon, c.paper], 6);
  return {
    hour: random.pick(hours),
    sun: random.integer(210, 340),
    clouds: [
      [random.integer(190, 230), random.integer(60, 90), 0.8],
      [random.integer(360, 400), random.integer(180, 210), 0.7],
      [random.integer(540, 580), random.integer(60, 110), 0.9],
    ],
    kites: [
      [140, 92],
      [312, 108],
      [478, 92],
    ].map(([x, y], i) => [
      random.pick(KITES),
      x + random.integer(-14, 14),
      y + random.integer(-8, 16),
      random.integer(-16, 16),
      painted[i],
      edges[i],
    ]),
    boats: [
      [random.integer(150, 186), 352],
      [random.integer(300, 334), 366],
    ].map(([x, y], i) => [x, y, painted[3 + i], random.pick([c.clay, c.lagoon, c.bark])]),
    hut: {
      roof: random.pick([
        ["#C79A5B", "#A87C40", "thatched"],
        [c.clay, "#A8432E", "red"],
        ["#5E9795", "#3F7A78", "blue-green"],
      ]),
      front,
      trim: random.pick([c.marigold, c.aqua]),
      boards: [0, 1, 2, 3].map(() => [random.pick(ornaments), random.pick([c.butter, c.paper])]),
      bottles: random.row([c.leaf, c.coral, c.marigold, c.aqua], 6),
    },
    parasol: [
      random.integer(186, 206),
      470,
      [0, 1, 2, 3, 4].map((i) => {
        const ground = panel[i % 2];
        return [ground, random.pick(ornaments), clearOn(random, ground)];
      }),
    ],
    chair: [
      random.integer(120, 140),
      624,
      chair,
      random.some(ornaments, 2),
      clearOn(random, chair),
    ],
    towels: [towelLook(random, 56, 636, 4), towelLook(random, 346, 636, 5)],
    buckets: [
      [random.integer(272, 284), 626, painted[5], random.pick([c.ink, c.paper])],
      [random.integer(538, 548), 610, painted[6], random.pick([c.ink, c.paper])],
    ],
    ball: random.pick([c.clay, c.teal, c.marigold]),
    spade: random.pick([c.clay, c.teal, c.coral]),
    shells: [
      [440, 604, random.pick([c.coral, c.amber])],
      [352, 608, random.pick([c.teal, c.coral])],
    ],
    hem: [random.pick([c.marigold, c.butter, c.aqua]), random.pick([c.clay, c.amber, c.teal])],
  };
};

const draw = (look, hide) => ({
  defs: [
    fade("l2-sky", [0, 0, 0, 330], ...look.hour.sky),
    fade("l2-sea", [0, 318, 0, 424], ...look.hour.sea),
  ],
  shapes: [
    rect(0, 0, size.width, size.height, look.hour.sand),
    sky(look),
    sea(hide, look),
    kites(hide, look),
    stroke(
      "M120 470h50M260 500h60M330 470h40M20 650h30M280 690h40M300 656h30M560 560h30M80 590h30",
      look.hour.lines,
      4,
    ),
    hut(hide, look),
    palm(),
    parasol(hide, look),
    deckChair(hide, look),
    towels(hide, look),
    toys(hide, look),
    edge(look),
  ],
});

const alt = ({ hour, hut: { roof } }) =>
  `A beach ${hour.words}: kites over the sea, sailing boats, a palm, a hut with a ${roof[2]} roof, a parasol, a deck chair, towels, buckets and a ball. Five stars are hidden among the ornaments.`;

export const beach = { name: "beach", size, choose, draw, alt };
