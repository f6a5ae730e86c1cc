// The waterfront street of level 3: what can vary, and today's choice of it.

import * as c from "../palette.mjs";
import { fade } from "../svg.mjs";
import { shop } from "./shop.mjs";
import { sky, wire } from "./sky.mjs";
import { behind, house, kiosk, palm, quay, washing } from "./street.mjs";
import { bicycle, cat, keke } from "./traffic.mjs";
import { boats, water } from "./water.mjs";

const daylight = {
  sky: ["#A9DCDC", "#FBF3DC"],
  sunColour: c.butter,
  cloudColour: c.paper,
  farBank: "#9CCBB0",
  ground: "#E9D6AE",
  groundLines: "#D5BD8C",
  weather: "on a bright day",
};
const hours = [
  daylight,
  {
    sky: ["#6FA8B8", "#F7D9B0"],
    sunColour: "#F9C86A",
    cloudColour: "#FBE9D2",
    farBank: "#86B39F",
    ground: "#E3CBA0",
    groundLines: "#CDB283",
    weather: "in the early morning",
  },
  {
    sky: ["#E9A979", "#FBE3B5"],
    sunColour: "#F0824F",
    cloudColour: "#F9D9B8",
    farBank: "#8FA583",
    ground: "#DDBE8E",
    groundLines: "#C5A372",
    weather: "at sunset",
  },
  {
    sky: ["#9DB2BC", "#DDE4E2"],
    sunColour: "#E9EDEA",
    cloudColour: "#F3F5F2",
    farBank: "#8DAFA3",
    ground: "#D9CBAF",
    groundLines: "#BFAF90",
    weather: "on a cloudy day",
  },
];
const houses = [
  [c.coral, "#C76F52", c.clay, "#A8432E"],
  ["#7FB6B4", "#5E9795", c.tide, "#084752"],
  ["#F0CF8A", "#D3AC5E", "#A5602F", "#834820"],
  ["#A9C48F", "#86A56A", "#5B6E45", "#465735"],
];
const shopFronts = [
  [c.lagoon, c.tide, "#F3E3C3"],
  ["#6E2B20", "#9A4433", "#F6E6CF"],
  ["#23405F", "#386390", "#E9EEF0"],
];

/** The street as it is in the content of the site. */
const today = {
  ...daylight,
  sun: 72,
  breast: c.coral,
  birds: [false, true, true],
  house: houses[0],
  frames: c.lagoon,
  shirt: c.teal,
  stripes: c.clay,
  trousers: c.marigold,
  shopFront: shopFronts[0],
  shopAwning: c.lagoon,
  spectacles: [c.clay, c.lagoon, c.amber],
  kiosk: c.teal,
  kioskAwning: c.marigold,
  bottles: [c.marigold, c.leaf, c.coral, c.aqua, c.marigold],
  jars: [c.butter, c.coral, c.aqua],
  luggage: c.teal,
  keke: [c.marigold, c.leaf],
  bicycle: c.clay,
  canoe: [c.clay, c.butter],
  cargo: c.aqua,
  ferry: [c.marigold, c.teal],
  flag: c.clay,
  hasCat: true,
  hasBicycle: true,
};

const choose = (random) => {
  const front = random.pick(shopFronts);
  return {
    ...random.pick(hours),
    sun: random.pick([72, 190, 540]),
    breast: random.pick([c.coral, c.aqua, c.marigold, c.paper]),
    birds: [0, 1, 2].map(() => random.chance(0.5)),
    house: random.pick(houses),
    frames: random.pick([c.lagoon, c.paper]),
    shirt: random.pick([c.teal, c.clay, c.ink, c.aqua]),
    stripes: random.pick([c.clay, c.lagoon, c.coral]),
    trousers: random.pick([c.marigold, c.ink, c.clay]),
    shopFront: front,
    shopAwning: random.pick([front[0], c.clay, c.teal]),
    spectacles: random.some([c.clay, c.lagoon, c.amber, c.ink], 3),
    kiosk: random.pick([c.teal, c.clay, c.leaf, "#386390"]),
    kioskAwning: random.pick([c.marigold, c.coral, c.aqua]),
    bottles: random.row([c.marigold, c.leaf, c.coral, c.aqua, c.paper], 5),
    jars: random.some([c.butter, c.coral, c.aqua, c.clay], 3),
    pots: [0, 1].map(() => random.pick([c.leaf, "#3F7A4A", "#86B04F"])),
    luggage: random.pick([c.teal, c.clay, c.paper]),
    keke: random.pick([
      [c.marigold, c.leaf],
      [c.leaf, c.butter],
      [c.teal, c.marigold],
    ]),
    bicycle: random.pick([c.clay, c.teal, c.paper]),
    canoe: random.pick([
      [c.clay, c.butter],
      [c.leaf, c.butter],
      [c.marigold, c.clay],
      [c.paper, c.teal],
    ]),
    cargo: random.pick([c.aqua, c.marigold, c.leaf]),
    ferry: random.pick([
      [c.marigold, c.teal],
      [c.coral, c.clay],
      [c.aqua, c.lagoon],
    ]),
    flag: random.pick([c.clay, c.marigold]),
    hasCat: random.chance(0.8),
    hasBicycle: random.chance(0.8),
  };
};

const draw = (look, tag) => ({
  defs: [
    fade("l3-sky", [0, 0, 0, 260], ...look.sky),
    fade("l3-water", [0, 360, 0, 444], c.teal, c.lagoon),
  ],
  shapes: [
    sky(tag, look),
    behind(tag),
    wire(tag, look),
    palm(),
    house(tag, look),
    washing(tag, look),
    shop(tag, look),
    kiosk(tag, look),
    quay(look),
    look.hasBicycle && bicycle(tag, look),
    look.hasCat && cat(tag),
    keke(tag, look),
    water(),
    boats(tag, look),
  ],
});

const alt = ({ weather, hasBicycle, hasCat }) =>
  `The same waterfront street twice, one picture above the other${weather === daylight.weather ? "" : `, ${weather}`}: a house with washing, an optician's shop with a spectacles sign, a kiosk, a palm, ${hasBicycle ? "a bicycle, " : ""}${hasCat ? "a cat, " : ""}a three-wheeler, and boats on the water. The lower picture differs from the upper one in five places. Press each one in either picture.`;

/** The parts that are swapped in the level of the site's content, by the number of their spots. */
const todaysSwaps = [
  "bird at the end of the wire",
  "basket on the three-wheeler",
  "striped cloth on the line",
  "large letter on the chart",
  "third tyre on the ferry",
];

export const waterfront = { name: "waterfront", today, todaysSwaps, choose, draw, alt };
