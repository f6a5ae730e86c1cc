// The bus park, a scene of level 3.

import * as c from "../palette.mjs";
import { fade } from "../svg.mjs";
import { listOf, withArticle } from "../words.mjs";
import { bench, billboard, LUGGAGE, rain, shelter, sky, tree } from "./background.mjs";
import { around, bus, drinks, ground, PROPS, taxi, ticketBooth } from "./vehicles.mjs";

const hours = [
  {
    sky: ["#A9DCDC", "#FBF3DC"],
    sun: c.butter,
    cloud: c.paper,
    far: "#9CCBB0",
    houses: ["#D8E3CC", "#EBD3B6"],
    ground: "#E9D6AE",
    wall: "#F3E3C3",
    words: "on a bright day",
  },
  {
    sky: ["#E9A979", "#FBE3B5"],
    sun: "#F0824F",
    cloud: "#FBE3C8",
    far: "#A9A57C",
    houses: ["#E8C79A", "#DDB07F"],
    ground: "#DDBE8E",
    wall: "#F1DAB4",
    words: "at sunset",
  },
  {
    sky: ["#7F97A4", "#C9D5D6"],
    rain: true,
    cloud: "#E4EAEA",
    far: "#7FA196",
    houses: ["#B9C7BE", "#C7BDA9"],
    ground: "#BFB193",
    wall: "#DCD3BE",
    words: "in the rain",
  },
];

const choose = (random) => {
  const load = (count) =>
    random
      .some(LUGGAGE, count)
      .map((kind) => [kind, random.pick([c.clay, c.teal, c.marigold, c.paper])]);
  const props = random.some(PROPS, 3);
  const boardAt = random.pick([508, 496]);
  return {
    hour: random.pick(hours),
    sun: random.pick([70, 300, 400]),
    clouds: [
      [random.integer(90, 130), random.integer(66, 84)],
      [random.integer(250, 290), random.integer(58, 70)],
      [random.integer(370, 385), random.integer(96, 106)],
    ],
    boardAt,
    board: [
      random.pick(["spectacles", "eye"]),
      random.pick([c.lagoon, c.clay]),
      random.pick([c.butter, "#F4D9C4", c.aqua]),
    ],
    shelter: random.pick([
      [c.teal, c.lagoon],
      [c.clay, "#8E3F30"],
      ["#5E86A8", "#2F4A66"],
      [c.leaf, "#3F6B3C"],
    ]),
    signs: random
      .some(["triangle", "square", "ring", "bar"], 3)
      .map((kind) => [kind, random.pick([c.marigold, c.aqua, c.paper, c.coral])]),
    bench: random.pick([c.bark, c.amber, c.lagoon]),
    onBench: load(3),
    booth: random.pick([
      [c.coral, c.clay],
      [c.aqua, c.tide],
      [c.butter, c.amber],
    ]),
    boothClock: random.pick([c.paper, c.marigold]),
    road: random.pick([
      ["#54666F", c.mist],
      ["#6A6258", c.butter],
    ]),
    bus: random.pick([
      [c.marigold, c.ink],
      [c.paper, c.teal],
      [c.aqua, c.lagoon],
      [c.coral, c.paper],
      ["#86B57B", c.paper],
    ]),
    busAt: [random.integer(24, 44), 424],
    onRoof: load(3),
    plate: random.pick([c.clay, c.ink]),
    taxi: random.pick([
      ["#3F74A0", c.marigold],
      [c.clay, c.paper],
      [c.leaf, c.paper],
      [c.lagoon, c.marigold],
    ]),
    taxiAt: [random.integer(392, 402), 420],
    taxiSign: random.pick([c.marigold, c.paper]),
    parasol: random.pick([c.clay, c.teal, c.marigold]),
    cooler: random.pick([c.teal, c.clay, c.ink]),
    bottles: random.row([c.leaf, c.marigold, c.coral], 3),
    drinksAt: random.integer(492, 506),
    around: [
      [props[0], 554, 436],
      [props[1], 318, 334],
      [props[2], 516, 388],
    ],
    crowns: random.pick([
      [c.leaf, "#4B8A52"],
      ["#7DA84E", "#5E8A3C"],
      ["#4B8A6A", "#376E53"],
    ]),
  };
};

const draw = (look, tag) => ({
  defs: [fade("l3-sky", [0, 0, 0, 280], ...look.hour.sky)],
  shapes: [
    sky(tag, look),
    tree(20, 302, ...look.crowns),
    tree(586, 302, ...look.crowns),
    billboard(tag, look),
    shelter(tag, look),
    ticketBooth(tag, look),
    bench(tag, look),
    ground(look),
    drinks(tag, look),
    around(tag, { around: [look.around[1]] }),
    taxi(tag, look),
    around(tag, { around: [look.around[2]] }),
    bus(tag, look),
    around(tag, { around: [look.around[0]] }),
    rain(look),
  ],
});

const thingWords = (things) => listOf(things.map(([kind]) => withArticle(kind)));

const alt = ({ hour, board, onRoof, onBench, around: props }) =>
  `The same bus park twice, one above the other, ${hour.words}: a minibus with ${thingWords(onRoof)} on its roof, a taxi, a shelter, ${thingWords(onBench)} on a bench, a ticket booth, a parasol with drinks, ${thingWords(props)}, and a billboard with ${board[0] === "eye" ? "an eye" : "spectacles"}. The lower picture differs from the upper one in five places. Press each one in either picture.`;

export const busPark = { name: "bus-park", choose, draw, alt };
