// The classroom, a scene of level 2.

import { ornaments } from "../motifs.mjs";
import { clearOn, decorated } from "../ornament-colours.mjs";
import * as c from "../palette.mjs";
import { listOf } from "../words.mjs";
import { bags, ball, desks, rug, SMALL_THINGS, SMALL_WORDS } from "./desks.mjs";
import {
  board,
  bunting,
  cupboard,
  hem,
  paintings,
  room,
  TOP_THINGS,
  WEATHERS,
  windowOf,
} from "./wall.mjs";

const size = { width: 600, height: 750 };

const rooms = [
  { wall: "#F6E6C8", lower: "#E9CE9C", trim: c.amber, floor: "#C99A66", boards: "#B38550" },
  { wall: "#DCEBE6", lower: "#AFCFC7", trim: c.lagoon, floor: "#DDC296", boards: "#C7A876" },
  { wall: "#F4D8C8", lower: "#DFA98D", trim: "#8E3F30", floor: "#E3D0AE", boards: "#CBB48B" },
  { wall: "#DDE6EE", lower: "#AFC0D0", trim: "#2F4A66", floor: "#D8BE98", boards: "#C0A47A" },
];
const weathers = {
  sun: "on a bright day",
  evening: "in the evening",
  rain: "while it rains outside",
};

const choose = (random) => {
  const curtain = random.pick([c.clay, c.teal, c.aqua, c.butter]);
  const chalks = [c.paper, c.butter, c.aqua, c.coral];
  const standing = random.some([58, 300, 546], 2);
  const bagsDecorated = decorated(random, ornaments, 2);
  const papers = decorated(random, ornaments, 2);
  const deskLook = () => ({
    top: random.pick(["#B9793E", "#D09A55", "#8F5A34"]),
    legs: random.pick([c.ink, "#4A5A66"]),
    notes: decorated(random, ornaments, 2),
    things: [random.pick(SMALL_THINGS)],
    tint: random.pick([c.lagoon, c.coral, c.clay]),
  });
  return {
    room: random.pick(rooms),
    view: random.pick(WEATHERS),
    flags: decorated(random, ornaments, 9),
    board: [
      random.pick(["#1F4A3D", "#20303C", "#23405F"]),
      random.pick([c.bark, c.amber]),
      [0, 1].map(() => [0, 1, 2, 3, 4].map(() => [random.pick(ornaments), random.pick(chalks)])),
    ],
    curtains: [curtain, random.shuffle(ornaments), clearOn(random, curtain)],
    cupboard: [
      random.pick([c.bark, "#B9793E", c.tide]),
      decorated(random, ornaments, 8),
      random.shuffle(TOP_THINGS),
      random.some([c.clay, c.teal, c.marigold, c.lagoon, c.leaf], 5),
    ],
    paintings: papers.map((look) => [...look, random.integer(-6, 6)]),
    desks: [deskLook(), deskLook()],
    bags: standing.map((x, i) => [
      x,
      x === 300 ? 632 : 662,
      bagsDecorated[i],
      random.pick([c.ink, c.bark]),
    ]),
    rug: [
      random.pick([c.lagoon, "#8E3F30", "#2F4A66", "#2E4E3A"]),
      random.pick([c.marigold, c.aqua, c.coral]),
      random.shuffle(ornaments),
      random.some([c.butter, c.paper, c.aqua, c.marigold], 3),
    ],
    ball: [
      [58, 300, 546].find((x) => !standing.includes(x)),
      640,
      random.pick([c.clay, c.teal, c.lagoon]),
    ],
    hem: [random.pick([c.marigold, c.butter, c.aqua]), random.pick([c.clay, c.amber, c.teal])],
  };
};

const draw = (look, hide) => ({
  defs: [],
  shapes: [
    room(look),
    board(hide, look),
    windowOf(hide, look),
    bunting(hide, look),
    cupboard(hide, look),
    paintings(hide, look),
    rug(hide, look),
    desks(hide, look),
    bags(hide, look),
    ball(look),
    hem(look),
  ],
});

const alt = ({ view, desks }) =>
  `A classroom ${weathers[view]}: bunting, a board with chalk drawings, a window with curtains, a cupboard with boxes, paintings, two desks with ${listOf(["notebooks", ...desks.flatMap(({ things }) => things.map((kind) => SMALL_WORDS[kind]))])}, school bags, a ball and a rug. Five stars are hidden among the ornaments.`;

export const classroom = { name: "classroom", size, choose, draw, alt };
