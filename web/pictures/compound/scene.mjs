// A family compound, a scene of level 3.

import * as c from "../palette.mjs";
import { fade } from "../svg.mjs";
import { listOf, withArticle } from "../words.mjs";
import { fence, house, rain, sky, tank } from "./house.mjs";
import {
  ground,
  LOW_THINGS,
  motorbike,
  standing,
  THINGS,
  tree,
  WASHING,
  washing,
} from "./yard.mjs";

const hours = [
  {
    sky: ["#A9DCDC", "#FBF3DC"],
    light: c.butter,
    clear: true,
    cloud: c.paper,
    far: "#9CCBB0",
    ground: "#E4C896",
    lines: "#CFAF78",
    pane: c.glass,
    lamp: c.ink,
    words: "on a bright day",
  },
  {
    sky: ["#8299A5", "#C7D3D4"],
    rain: true,
    cloud: "#E1E8E8",
    far: "#7C9D91",
    ground: "#B9A27C",
    lines: "#A08A66",
    pane: "#F3D58C",
    lamp: c.butter,
    words: "in the rain",
  },
  {
    sky: ["#DE8A62", "#FBDDAA"],
    light: "#F4703F",
    clear: true,
    cloud: "#FBE0C4",
    far: "#A59F73",
    ground: "#D9B27E",
    lines: "#C19A64",
    pane: "#F9DC94",
    lamp: c.butter,
    words: "at sunset",
  },
];
const houses = [
  { walls: "#F1D9B5", roof: c.clay, ridge: "#A8432E", trim: "#D9B98A" },
  { walls: "#BFDAD3", roof: c.tide, ridge: c.lagoon, trim: "#93BBB2" },
  { walls: "#E8B59A", roof: "#6E7F58", ridge: "#55653F", trim: "#CC8F70" },
  { walls: "#F3E9D2", roof: "#54718C", ridge: "#3A546D", trim: "#D6C7A4" },
];
/** Where things stand in the yard, and how far they can move without standing in front of another. */
const BACK = [
  [176, 352, -36],
  [246, 356, 0],
  [374, 354, 0],
  [446, 354, 26],
];
const MIDDLE = [310, 430, 44];
const RIGHT = [532, 430, -34];

/** Six different things. Only low ones in the middle and below the washing, so that they hide nothing; the goat has room at
 * the right. */
const chooseThings = (random) => {
  const right = random.pick(THINGS);
  const [middle, below] = random.some(
    LOW_THINGS.filter((kind) => kind !== right),
    2,
  );
  const others = THINGS.filter((kind) => ![right, middle, below, "goat"].includes(kind));
  const kinds = [...random.some(others, BACK.length - 1), below, middle, right];
  return [...BACK, MIDDLE, RIGHT].map(([x, y, shift], i) => [
    kinds[i],
    x + random.integer(-5, 5),
    y,
    random.integer(0, 11),
    shift,
  ]);
};

const choose = (random) => ({
  hour: random.pick(hours),
  light: random.pick([150, 250, 380]),
  clouds: [
    [random.integer(170, 220), random.integer(58, 78)],
    [random.integer(370, 410), random.integer(64, 90)],
  ],
  wall: random.pick([
    ["#D8B48C", "#B98E62"],
    ["#B9C7BE", "#94A79B"],
    ["#CFA38D", "#A87A62"],
  ]),
  house: {
    ...random.pick(houses),
    frame: random.pick([c.paper, c.lagoon]),
    door: random.pick([c.lagoon, c.clay, c.marigold]),
    onRoof: random.pick(["dish", "aerial"]),
    mast: random.integer(210, 350),
    flowers: random.pick([c.clay, c.paper, c.teal]),
  },
  tank: random.pick([c.teal, c.ink, c.mist]),
  crown: random.pick([
    [c.leaf, "#4B8A52"],
    ["#6E9E4A", "#55803A"],
    ["#4B8A6A", "#376E53"],
  ]),
  mangoes: random.pick([c.marigold, c.butter]),
  washing: random
    .some(WASHING, 3)
    .map((kind) => [kind, random.pick([c.teal, c.clay, c.marigold, c.ink])]),
  standing: chooseThings(random),
  motorbike: [random.integer(86, 112), random.pick([c.clay, c.teal, c.marigold])],
});

const draw = (look, tag) => ({
  defs: [fade("l3-sky", [0, 0, 0, 280], ...look.hour.sky)],
  shapes: [
    sky(tag, look),
    fence(look),
    tank(tag, look),
    house(tag, look),
    ground(look),
    tree(tag, look),
    washing(tag, look),
    standing(tag, { standing: look.standing.slice(0, BACK.length) }),
    motorbike(tag, look),
    standing(tag, { standing: look.standing.slice(BACK.length) }),
    rain(look),
  ],
});

/** From left to right. */
const thingWords = (standing) =>
  listOf([...standing].sort(([, a], [, b]) => a - b).map(([kind]) => withArticle(kind)));

const alt = ({ hour, standing: things }) =>
  `The same family compound twice, one picture above the other, ${hour.words}: a house with a door and two windows, a water tank, a mango tree with washing, a motorbike, and in the yard ${thingWords(things)}. The lower picture differs from the upper one in five places. Press each one in either picture.`;

export const compound = { name: "compound", choose, draw, alt };
