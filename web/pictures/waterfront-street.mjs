// The street of the waterfront: houses, washing, kiosk, palm and quay.

import { circle, group, line, path, rect, stroke } from "./draw.mjs";
import { checks } from "./motifs.mjs";
import * as c from "./palette.mjs";
import { box } from "./spots.mjs";

const shutters = (x, y) =>
  rect(x - 12, y, 48, 36, c.lagoon, { rx: 2 }) +
  rect(x, y + 3, 24, 30, c.glass) +
  stroke(line`M${x + 12} ${y + 3}v30M${x} ${y + 17}h24`, c.lagoon, 2.5) +
  stroke(
    line`M${x - 9} ${y + 8}h6m-6 7h6m-6 7h6m-6 7h6M${x + 27} ${y + 8}h6m-6 7h6m-6 7h6m-6 7h6`,
    c.teal,
    2.5,
  );

export const house = () =>
  group(
    {},
    rect(10, 150, 114, 152, c.coral),
    rect(10, 222, 114, 6, "#C76F52"),
    path("M0 152l18-36h98l18 36z", c.clay),
    stroke("M22 120l-14 30M42 120l-8 30M64 120v30M88 120l6 30M110 120l12 30", "#A8432E", 3),
    shutters(28, 172),
    shutters(82, 172),
    rect(72, 244, 34, 58, c.lagoon, { rx: 2 }),
    rect(77, 250, 10, 22, c.teal),
    rect(91, 250, 10, 22, c.teal),
    circle(76, 280, 2.5, c.marigold),
    rect(20, 246, 36, 30, c.lagoon, { rx: 2 }),
    rect(24, 250, 28, 22, c.glass),
  );

const peg = (x, y) => rect(x - 1.5, y - 4, 3, 9, c.bark);

const striped = (x, y, drawn) => rect(x, y, 36, 54, c.paper) + group({ fill: c.clay }, drawn);

export const washing = (differ) =>
  group(
    {},
    stroke("M122 184Q176 200 232 180", c.ink, 2),
    path("M133 188l8-2q6 6 12 1l8 2l2 14l-8 1v26h-19v-26l-7-1z", c.teal),
    differ(
      box(168, 190, 36, 54),
      striped(
        168,
        190,
        [0, 1, 2, 3].map((i) => rect(168, 195 + i * 13, 36, 6)),
      ),
      striped(
        168,
        190,
        [0, 1, 2].map((i) => rect(168, 195 + i * 19.5, 36, 6)),
      ),
    ),
    path("M209 188h17v20l-2 18h-5l-1-14l-2 14h-5l-2-18z", c.marigold),
    [136, 158, 172, 200, 212, 224].map((x) => peg(x, 189 - Math.abs(x - 176) / 24)),
  );

const bottle = (x, y, fill) =>
  rect(x - 4.5, y - 17, 9, 17, fill, { rx: 2 }) + rect(x - 2, y - 23, 4, 8, fill);
const jar = (x, y, fill) =>
  rect(x - 8, y - 17, 16, 17, fill, { rx: 4 }) + rect(x - 7, y - 20, 14, 5, c.bark, { rx: 1 });

export const kiosk = () =>
  group(
    {},
    rect(446, 196, 92, 106, c.teal),
    rect(454, 204, 76, 48, c.ink),
    rect(454, 226, 76, 3, c.bark),
    bottle(464, 226, c.marigold),
    bottle(477, 226, c.leaf),
    bottle(490, 226, c.coral),
    bottle(503, 226, c.aqua),
    bottle(516, 226, c.marigold),
    jar(468, 252, c.butter),
    jar(492, 252, c.coral),
    jar(516, 252, c.aqua),
    rect(440, 250, 104, 8, c.bark, { rx: 2 }),
    checks(446, 284, 92, 2, 5, c.butter),
    [0, 1, 2, 3, 4].map((i) =>
      path(
        line`M${444 + i * 19.2} 168h19.2l${i * 5.6 - 8.4} 30a12.4 9 0 0 1-24.8 0z`,
        i % 2 ? c.paper : c.marigold,
      ),
    ),
    rect(552, 278, 36, 24, c.amber, { rx: 2 }),
    stroke("M554 286h32M554 294h32", c.bark, 2.5),
    [560, 571, 582].map((x) => circle(x, 273, 7, c.orange)),
  );

const frond = (turn, length) =>
  path(
    line`M0 0q${length * 0.5}-${length * 0.42} ${length} ${length * 0.12}q-${length * 0.5}-${length * 0.06} ${-length}-${length * 0.12 - 8}z`,
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

export const quay = () =>
  group(
    {},
    rect(0, 300, 600, 46, "#E9D6AE"),
    stroke("M150 316h60M260 330h44M330 314h80M470 326h70M20 338h40", "#D5BD8C", 3),
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
export const behind = () =>
  group(
    {},
    rect(130, 146, 92, 156, "#D8E3CC"),
    rect(126, 142, 100, 7, "#BFD0B8"),
    rect(142, 128, 6, 16, "#A9BBA3"),
    rect(166, 128, 6, 16, "#A9BBA3"),
    rect(136, 108, 42, 24, "#5B7F86", { rx: 5 }),
    stroke("M137 116h40M137 124h40", "#7FA0A4", 2),
    rect(436, 142, 90, 160, "#EBD3B6"),
    path("M430 144l51-26l51 26z", "#D5B592"),
    group({ fill: "#9DBFB5" }, windows([142, 164, 186, 206], [156])),
    group({ fill: "#B99A78" }, windows([446, 468, 490, 510], [150])),
  );
