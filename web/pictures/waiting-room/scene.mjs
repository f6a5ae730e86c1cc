// The clinic's waiting room, a scene of level 3.

import * as c from "../palette.mjs";
import { listOf, withArticle } from "../words.mjs";
import {
  chairs,
  DESK_THINGS,
  desk,
  dispenser,
  floorThings,
  TABLE_THINGS,
  table,
} from "./furniture.mjs";
import { chart, clock, framedPicture, pictured, shelf, wall, windowOf } from "./wall.mjs";

const rooms = [
  { wall: ["#DCEBE6", "#B7D3CC", c.lagoon], floor: ["#E7D3AC", "#D3BA8A"] },
  { wall: ["#F6E3C4", "#E6C795", c.bark], floor: ["#B9CFCB", "#9DB8B3"] },
  { wall: ["#E4E9EE", "#B9C7D3", "#2F4A66"], floor: ["#E0CDB0", "#C7B08C"] },
  { wall: ["#F3D6C4", "#DDA98C", "#7A3A2A"], floor: ["#EADFC8", "#D2C3A2"] },
];
const desks = [
  [c.lagoon, c.tide, c.bark],
  ["#8E3F30", "#A85A44", c.ink],
  ["#2F4A66", "#456787", c.amber],
];
const weathers = {
  sun: "on a sunny day",
  evening: "in the evening",
  rain: "while it rains outside",
  night: "at night",
};

const choose = (random) => {
  const clockFirst = random.chance(0.5);
  const kinds = () =>
    [0, 1, 2].map(() => [
      random.pick(["round", "square", "dark"]),
      random.pick([c.clay, c.lagoon, c.amber, c.teal]),
    ]);
  const seat = random.row([c.clay, c.teal, c.marigold, c.lagoon, c.coral], random.pick([1, 2]));
  const left = random.shuffle([
    [random.pick(["bag", "hat"]), random.pick([c.paper, c.ink])],
    [random.pick(["cushion", "pile of books"]), random.pick([c.paper, c.aqua])],
    [random.pick(["umbrella", "cushion"]), random.pick([c.ink, c.paper])],
    undefined,
  ]);
  return {
    ...random.pick(rooms),
    view: random.pick(Object.keys(weathers)),
    curtains: random.pick([c.clay, c.aqua, c.lagoon, c.marigold]),
    sillPlant: random.pick([-22, 22]),
    picture: random.pick(["eye", "iris", "boat"]),
    pictureAt: clockFirst ? 396 : 204,
    pictureColour: random.pick([c.teal, c.bark, c.marigold, c.coral]),
    pictureFrame: random.pick([c.bark, c.lagoon, c.amber]),
    chartAt: 294,
    turns: [0, 1, 2, 3].map(() => random.pick([0, 90, 180, 270])),
    clock: [
      clockFirst ? 200 : 390,
      random.integer(1, 11),
      random.pick([c.lagoon, c.marigold, c.clay]),
    ],
    shelf: [kinds(), kinds(), kinds()],
    chairs: [0, 1, 2, 3].map((i) => seat[i % seat.length]),
    onChairs: left,
    dispenser: 365,
    water: random.pick([c.aqua, c.tide]),
    desk: random.pick(desks),
    onDesk: random.some(DESK_THINGS, 3),
    rug: random.pick([
      [c.clay, c.butter],
      [c.tide, c.aqua],
      ["#5E7F57", c.butter],
    ]),
    onTable: random.some(TABLE_THINGS, 3),
    ball: random.pick([c.clay, c.marigold, c.lagoon]),
    blocks: random.pick([c.coral, c.ink]),
    pot: random.pick([c.clay, c.aqua, c.marigold, c.paper]),
    plantAt: random.integer(530, 548),
  };
};

const draw = (look, tag) => ({
  defs: [],
  shapes: [
    wall(look),
    windowOf(tag, look),
    tag(framedPicture(look)),
    chart(tag, look),
    clock(tag, look),
    shelf(tag, look),
    chairs(tag, look),
    dispenser(tag, look),
    desk(tag, look),
    table(tag, look),
    floorThings(tag, look),
  ],
});

/** The names say where a thing is ("bell on the desk"), and the sentence says it already. */
const thingWords = (names) => listOf(names.map((name) => withArticle(name.split(" on the ")[0])));

const alt = ({ view, picture, onChairs, onDesk, onTable }) =>
  `The same waiting room twice, one above the other, ${weathers[view]}: a picture of ${pictured[picture]}, an eye chart, a clock, a shelf of frames, four chairs with ${thingWords(onChairs.flatMap((left) => (left ? [left[0]] : [])))}, a desk with ${thingWords(onDesk)}, and a table with ${thingWords(onTable)}. The lower picture differs in five places. Press each one in either picture.`;

export const waitingRoom = { name: "waiting-room", choose, draw, alt };
