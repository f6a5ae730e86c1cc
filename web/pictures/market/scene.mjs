// The night market of level 2: what can vary, and today's choice of it.

import { clover, daisy, dot, lozenge, ornaments, ring, rosette, sunflower } from "../motifs.mjs";
import { clearOn, GROUNDS } from "../ornament-colours.mjs";
import * as c from "../palette.mjs";
import { fade, glow, rect } from "../svg.mjs";
import { bunting, lanterns } from "./lights.mjs";
import { clouds, moon, skyline } from "./sky.mjs";
import { cookStall, fruitStall } from "./stalls.mjs";
import { table } from "./table.mjs";

const size = { width: 600, height: 750 };

const night = ["#0B1B33", c.tide];
const skies = [night, ["#0E2A47", "#1F6F78"], ["#101F3D", "#7A4A4A"], ["#06222E", "#33617A"]];
const nightfall = skies[2];
// The second colour is that of the craters, and of a star among them.
const faces = [
  [c.butter, "#BE9238", "a full moon"],
  ["#F3EFE2", "#A9A487", "a pale full moon"],
  ["#F0B48F", "#B5613E", "a reddish full moon"],
];
const awnings = [
  [c.clay, c.paper],
  [c.teal, c.butter],
  [c.lagoon, c.mist],
  [c.marigold, c.paper],
  [c.coral, c.mist],
  [c.leaf, c.butter],
];
const counters = [
  [c.tide, c.aqua],
  ["#8E3F30", c.marigold],
  ["#3E5E3B", c.butter],
  ["#7A5A1E", c.mist],
];

/** The market as it is in the content of the site. */
const today = {
  sky: night,
  moon: [474, 122, ...faces[0]],
  clouds: [
    [500, 196, 0.9],
    [60, 150, 0.8],
    [300, 190, 0.6],
  ],
  buntingOnRight: false,
  flagRadius: 13,
  flags: [
    [c.clay, rosette, c.butter],
    [c.mist, dot, c.teal],
    [c.marigold, daisy, c.clay],
    [c.teal, ring, c.butter],
    [c.coral, clover, c.butter],
    [c.aqua, lozenge, c.lagoon],
    [c.butter, clover, c.clay],
  ],
  lanterns: [
    ["round", c.marigold, sunflower, c.clay],
    ["tall", c.coral, rosette, c.butter],
    ["round", c.aqua, lozenge, c.tide],
    ["round", c.butter, clover, c.clay],
    ["tall", c.marigold, rosette, c.paper],
    ["round", c.coral, daisy, c.butter],
    ["tall", c.aqua, ring, c.tide],
  ],
  large: [
    ["orange", "halfOrange", "orange", "orange"],
    ["halfOrange", "orange", "halfLime"],
    ["orange", "orange"],
    ["halfOrange"],
  ],
  small: [["halfLime", "lime", "halfOrange"], ["lime", "lime"], ["halfLime"]],
  bananas: [190, 266],
  leftAwning: awnings[0],
  rightAwning: awnings[1],
  counters: [counters[0], counters[1]],
  plates: [
    [rosette, c.clay],
    [daisy, c.teal],
    [clover, c.amber],
  ],
  bottles: [c.teal, c.coral, c.leaf],
  pots: [c.clay, c.teal],
  stack: [c.paper, c.aqua, c.marigold],
  bowls: [
    ["pepper", 92, 104, c.teal, lozenge, c.butter],
    ["tomato", 402, 110, c.clay, dot, c.butter],
    ["pepper", 524, 92, c.marigold, clover, c.clay],
  ],
  between: ["vase", "pineapple"],
  cloth: {
    kinds: [rosette, ring, daisy, lozenge, clover, dot, sunflower],
    colours: [c.butter, c.coral, c.aqua, c.marigold, c.paper],
    ground: c.lagoon,
    edge: c.aqua,
    checks: c.marigold,
    hem: c.clay,
    words: "a flowered cloth",
  },
};

const cloths = [
  {
    colours: [c.butter, c.coral, c.aqua, c.marigold, c.paper],
    ground: c.lagoon,
    edge: c.aqua,
    words: "a flowered cloth",
  },
  {
    colours: [c.butter, c.paper, c.marigold, c.aqua],
    ground: "#8E3F30",
    edge: c.butter,
    words: "a red flowered cloth",
  },
  {
    colours: [c.paper, c.marigold, c.butter, c.aqua],
    ground: "#2E4E3A",
    edge: c.butter,
    words: "a green flowered cloth",
  },
  {
    colours: [c.marigold, c.aqua, c.paper, c.coral, c.butter],
    ground: c.ink,
    edge: c.coral,
    words: "a dark flowered cloth",
  },
];

const rowsOf = (random, names, lengths) => lengths.map((length) => random.row(names, length));

const choose = (random) => {
  const right = random.chance(0.5);
  const face = random.pick(faces);
  const fills = random.row(GROUNDS, 7);
  const hung = random.row(GROUNDS, 7);
  const [leftAwning, rightAwning] = random.some(awnings, 2);
  const bowls = random.some([c.teal, c.clay, c.marigold, c.aqua, c.coral], 3);
  return {
    sky: random.pick(skies),
    moon: [right ? 474 : 126, random.integer(112, 122), ...face],
    clouds: right
      ? today.clouds
      : [
          [-30, 190, 0.9],
          [420, 150, 0.8],
          [250, 188, 0.6],
        ],
    buntingOnRight: !right,
    flagRadius: 13,
    flags: fills.map((fill) => [fill, random.pick(ornaments), clearOn(random, fill)]),
    lanterns: hung.map((fill) => [
      random.pick(["round", "tall"]),
      fill,
      random.pick(ornaments),
      clearOn(random, fill),
    ]),
    large: rowsOf(random, ["orange", "halfOrange", "orange", "halfLime"], [4, 3, 2, 1]),
    small: rowsOf(random, ["lime", "halfLime", "lime", "halfOrange"], [3, 2, 1]),
    bananas: random.pick([[190, 266], [266], [182, 226, 270]]),
    leftAwning,
    rightAwning,
    counters: random.some(counters, 2),
    plates: random
      .some([c.clay, c.teal, c.amber, c.lagoon], 3)
      .map((colour) => [random.pick(ornaments), colour]),
    bottles: random.some([c.teal, c.coral, c.leaf, c.aqua, c.marigold], 3),
    pots: random.some([c.clay, c.teal, c.amber, c.leaf], 2),
    stack: random.some([c.paper, c.aqua, c.marigold, c.coral], 3),
    bowls: today.bowls.map(([, x, width], i) => [
      random.pick(["pepper", "tomato"]),
      x,
      width,
      bowls[i],
      random.pick(ornaments),
      clearOn(random, bowls[i]),
    ]),
    between: random.shuffle(["vase", "pineapple"]),
    cloth: {
      kinds: random.shuffle(ornaments),
      ...random.pick(cloths),
      checks: random.pick([c.marigold, c.butter, c.aqua]),
      hem: random.pick([c.clay, c.amber, c.teal]),
    },
  };
};

const draw = (look, hide) => ({
  defs: [fade("l2-sky", [0, 0, 0, 430], ...look.sky), glow("l2-warm", [300, 470, 330], c.marigold)],
  shapes: [
    rect(0, 0, size.width, size.height, "url(#l2-sky)"),
    moon(hide, look),
    clouds(look),
    rect(0, 140, size.width, 610, "url(#l2-warm)", { opacity: 0.3 }),
    skyline(),
    bunting(hide, look),
    fruitStall(hide, look),
    cookStall(hide, look),
    lanterns(hide, look),
    table(hide, look),
  ],
});

/** "bowls of tomatoes", or "bowls" for those with different things. */
const bowlWords = (bowls) => {
  const [kind, ...others] = new Set(bowls.map(([name]) => name));
  return others.length > 0
    ? "bowls"
    : `bowls of ${{ pepper: "peppers", tomato: "tomatoes" }[kind]}`;
};

const alt = ({ sky, moon: [, , , , moonWords], bowls, cloth }) =>
  `A market at ${sky === nightfall ? "nightfall" : "night"}: bunting and lanterns under ${moonWords}, two stalls with striped awnings, fruit, ${bowlWords(bowls)} and pots, and a table with ${cloth.words}. Five stars are hidden among the ornaments.`;

export const market = { name: "market", size, today, choose, draw, alt };
