// The street of the waterfront: houses, washing, kiosk, palm and quay.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { box } from "../spot-boxes.mjs";
import { circle, group, line, path, rect, stroke } from "../svg.mjs";

const shutters = (x, y, frame) =>
  rect(x - 12, y, 48, 36, frame, { rx: 2 }) +
  rect(x, y + 3, 24, 30, c.glass) +
  stroke(line`M${x + 12} ${y + 3}v30M${x} ${y + 17}h24`, frame, 2.5) +
  stroke(
    line`M${x - 9} ${y + 8}h6m-6 7h6m-6 7h6m-6 7h6M${x + 27} ${y + 8}h6m-6 7h6m-6 7h6m-6 7h6`,
    c.teal,
    2.5,
  );

const frames = [c.lagoon, c.paper, c.marigold, c.aqua];

const shutteredWindow = (name, x, y, look) => ({
  name,
  box: box(x - 12, y, 48, 36),
  draw: (frame) => shutters(x, y, frame),
  colour: look.frames,
  colours: frames,
});

export const house = (tag, { house: [wall, ledge, roof, ridges], ...look }) =>
  group(
    {},
    rect(10, 150, 114, 152, wall),
    rect(10, 222, 114, 6, ledge),
    path("M0 152l18-36h98l18 36z", roof),
    stroke("M22 120l-14 30M42 120l-8 30M64 120v30M88 120l6 30M110 120l12 30", ridges, 3),
    tag(shutteredWindow("left window of the house", 28, 172, look)),
    tag(shutteredWindow("right window of the house", 82, 172, look)),
    rect(72, 244, 34, 58, c.lagoon, { rx: 2 }),
    rect(77, 250, 10, 22, c.teal),
    rect(91, 250, 10, 22, c.teal),
    circle(76, 280, 2.5, c.marigold),
    rect(20, 246, 36, 30, c.lagoon, { rx: 2 }),
    rect(24, 250, 28, 22, c.glass),
  );

const peg = (x, y) => rect(x - 1.5, y - 4, 3, 9, c.bark);

const striped = (x, y, colour, drawn) =>
  rect(x, y, 36, 54, c.paper) + group({ fill: colour }, drawn);

const towel = (colour, stripes) =>
  striped(
    168,
    190,
    colour,
    Array.from({ length: stripes }, (_, i) =>
      rect(168, 195 + i * (stripes === 4 ? 13 : 19.5), 36, 6),
    ),
  );

const clothes = [c.teal, c.marigold, c.clay, c.ink, c.aqua];

export const washing = (tag, look) =>
  group(
    {},
    stroke("M122 184Q176 200 232 180", c.ink, 2),
    tag({
      name: "shirt on the line",
      box: box(131, 185, 34, 46),
      draw: (fill) => path("M133 188l8-2q6 6 12 1l8 2l2 14l-8 1v26h-19v-26l-7-1z", fill),
      colour: look.shirt,
      colours: clothes,
      fixed: true,
    }),
    tag({
      name: "striped cloth on the line",
      box: box(168, 190, 36, 54),
      draw: (colour) => towel(colour, 4),
      colour: look.stripes,
      colours: [c.clay, c.lagoon, c.coral],
      fixed: true,
      swap: { label: "The cloth with different stripes", draw: () => towel(look.stripes, 3) },
    }),
    tag({
      name: "pair of trousers on the line",
      box: box(209, 187, 17, 40),
      draw: (fill) => path("M209 188h17v20l-2 18h-5l-1-14l-2 14h-5l-2-18z", fill),
      colour: look.trousers,
      colours: clothes,
      fixed: true,
      sizes: [0.6],
      pivot: [217, 188],
    }),
    [136, 158, 172, 200, 212, 224].map((x) => peg(x, 189 - Math.abs(x - 176) / 24)),
  );

const bottle = (x, y, fill) =>
  rect(x - 4.5, y - 17, 9, 17, fill, { rx: 2 }) + rect(x - 2, y - 23, 4, 8, fill);
const jar = (x, y, fill) =>
  rect(x - 8, y - 17, 16, 17, fill, { rx: 4 }) + rect(x - 7, y - 20, 14, 5, c.bark, { rx: 1 });

const shelved = (name, x, y, fill) => ({
  name,
  box: box(x - 5, y - 24, 10, 24),
  draw: (colour) => bottle(x, y, colour),
  colour: fill,
  colours: [c.marigold, c.leaf, c.coral, c.aqua, c.paper],
});

const crate = () => [
  rect(552, 278, 36, 24, c.amber, { rx: 2 }),
  stroke("M554 286h32M554 294h32", c.bark, 2.5),
];

export const kiosk = (tag, look) =>
  group(
    {},
    rect(446, 196, 92, 106, look.kiosk),
    rect(454, 204, 76, 48, c.ink),
    rect(454, 226, 76, 3, c.bark),
    tag(shelved("first bottle in the kiosk", 464, 226, look.bottles[0])),
    bottle(477, 226, look.bottles[1]),
    tag(shelved("middle bottle in the kiosk", 490, 226, look.bottles[2])),
    bottle(503, 226, look.bottles[3]),
    tag(shelved("last bottle in the kiosk", 516, 226, look.bottles[4])),
    jar(468, 252, look.jars[0]),
    tag({
      name: "middle jar in the kiosk",
      box: box(484, 231, 16, 21),
      draw: (colour) => jar(492, 252, colour),
      colour: look.jars[1],
      colours: [c.butter, c.coral, c.aqua, c.clay],
      swap: {
        name: "bottle",
        box: box(484, 228, 16, 24),
        draw: () => bottle(492, 252, look.jars[1]),
      },
    }),
    jar(516, 252, look.jars[2]),
    rect(440, 250, 104, 8, c.bark, { rx: 2 }),
    checks(446, 284, 92, 2, 5, c.butter),
    [0, 1, 2, 3, 4].map((i) =>
      path(
        line`M${444 + i * 19.2} 168h19.2l${i * 5.6 - 8.4} 30a12.4 9 0 0 1-24.8 0z`,
        i % 2 ? c.paper : look.kioskAwning,
      ),
    ),
    crate(),
    [560, 571, 582].map((x, i) =>
      i === 1
        ? tag({
            name: "orange in the middle of the crate",
            box: box(564, 266, 14, 12),
            draw: () => circle(x, 273, 7, c.orange),
          })
        : circle(x, 273, 7, c.orange),
    ),
  );

const frond = (turn, length) =>
  path(
    line`M0 0q${length * 0.5}-${length * 0.42} ${length} ${length * 0.12}z`,
    turn % 2 ? "#4B8A52" : c.leaf,
    {
      transform: `translate(566 132) rotate(${turn})`,
    },
  );

export const palm = () =>
  group(
    {},
    path("M556 302q12-90 6-170h9q10 84 5 170z", c.bark),
    stroke("M561 270h15M563 240h13M564 210h12M564 182h11M564 156h9", "#5E381E", 2.5),
    [
      [-178, 62],
      [-151, 66],
      [-124, 58],
      [-92, 54],
      [-61, 60],
      [-30, 66],
      [-8, 62],
      [24, 56],
      [155, 58],
    ].map(([turn, length]) => frond(turn, length)),
    circle(557, 138, 7, "#6B3E1F"),
    circle(575, 139, 7, "#6B3E1F"),
    circle(566, 145, 7, "#82512C"),
  );

export const quay = (look) =>
  group(
    {},
    rect(0, 300, 600, 46, look.ground),
    stroke("M150 316h60M260 330h44M330 314h80M470 326h70M20 338h40", look.groundLines, 3),
    rect(0, 342, 600, 12, c.paper),
    checks(0, 342, 600, 2, 6, c.lagoon),
    rect(0, 354, 600, 24, "#8A6A4C"),
    stroke(
      "M0 366h600M40 354v12M110 354v12M180 354v12M250 354v12M320 354v12M390 354v12M460 354v12M530 354v12M75 366v12M145 366v12M215 366v12M285 366v12M355 366v12M425 366v12M495 366v12M565 366v12",
      "#6E5138",
      2.5,
    ),
  );

const windows = (xs, ys) => ys.map((y) => xs.map((x) => rect(x, y, 11, 14)));

/** Pale houses in the second row, for depth. */
export const behind = (tag) =>
  group(
    {},
    rect(130, 146, 92, 156, "#D8E3CC"),
    rect(126, 142, 100, 7, "#BFD0B8"),
    rect(142, 128, 6, 16, "#A9BBA3"),
    rect(166, 128, 6, 16, "#A9BBA3"),
    tag({
      name: "water tank on the roof",
      box: box(136, 108, 42, 24),
      draw: (fill) => [
        rect(136, 108, 42, 24, fill, { rx: 5 }),
        stroke("M137 116h40M137 124h40", "#7FA0A4", 2),
      ],
      colour: "#5B7F86",
      colours: [c.ink, c.mist],
      sizes: [0.62],
    }),
    rect(436, 142, 90, 160, "#EBD3B6"),
    path("M430 144l51-26l51 26z", "#D5B592"),
    group({ fill: "#9DBFB5" }, windows([142, 164, 186, 206], [156])),
    group({ fill: "#B99A78" }, windows([446, 468, 490, 510], [150])),
  );
