// The sky and the sea of the beach: kites, clouds and sailing boats.

import * as c from "../palette.mjs";
import { place } from "../parts.mjs";
import { circle, group, line, path, rect, stroke } from "../svg.mjs";

const cloud = (x, y, scale, fill) =>
  path("M-60 0h120a15 15 0 0 0 2-32a28 28 0 0 0-54-12a20 20 0 0 0-38 11a17 17 0 0 0-30 33z", fill, {
    transform: line`translate(${x} ${y}) scale(${String(scale)})`,
  });

export const sky = ({ hour, sun, clouds }) =>
  group(
    {},
    rect(0, 0, 600, 330, "url(#l2-sky)"),
    circle(sun, 250, 84, hour.sun, { opacity: 0.3 }),
    circle(sun, 250, 54, hour.sun),
    clouds.map(([x, y, scale]) => cloud(x, y, scale, hour.cloud)),
  );

const bows = (colours) =>
  [0, 1, 2].map((i) =>
    path(
      line`M${i % 2 ? 5 : -5} ${18 + i * 20}l-10-6v12zM${i % 2 ? 5 : -5} ${18 + i * 20}l10-6v12z`,
      colours[i % 2],
    ),
  );

const diamond = (fill) => [
  path("M0-58L42 0L0 58L-42 0z", fill),
  path("M0-58L42 0L0 0z", c.ink, { opacity: 0.14 }),
  path("M0 58L-42 0L0 0z", c.ink, { opacity: 0.14 }),
];
const fan = (fill) => [
  path("M-52 18a52 52 0 0 1 104 0l-52 40z", fill),
  path("M-52 18a52 52 0 0 1 22-42l10 66z", c.ink, { opacity: 0.14 }),
  path("M52 18a52 52 0 0 0-22-42l-10 66z", c.ink, { opacity: 0.14 }),
];
const hexagon = (fill) => [
  path("M0-58L48-30V28L0 58L-48 28V-30z", fill),
  path("M0-58L48-30L0 0L-48-30z", c.ink, { opacity: 0.14 }),
  path("M0 58L48 28L0 0L-48 28z", c.ink, { opacity: 0.14 }),
];
const kinds = { diamond, fan, hexagon };
export const KITES = Object.keys(kinds);

export const kites = (hide, { kites: flown }) =>
  flown.map(([kind, x, y, tilt, [fill, ornament, colour], edge]) => [
    group(
      { transform: line`translate(${x} ${y}) rotate(${tilt})` },
      stroke("M0 56q10 14 0 28t0 28", c.ink, 2),
      group({ transform: "translate(0 56)" }, bows([fill, edge])),
      kinds[kind](fill),
    ),
    hide("on the kite", ornament)(x, y, 17, colour, fill),
  ]);

const boat = (fill, hull) => [
  path("M-40 6h80l-14 20h-52z", hull),
  stroke("M0 6v-96", c.bark, 4),
  path("M5-86L58 0H5z", fill),
  path("M-5-70L-38 0h33z", c.paper),
];

export const sea = (hide, { hour, boats }) =>
  group(
    {},
    rect(0, 318, 600, 110, "url(#l2-sea)"),
    stroke(
      "M20 344h40M110 360h30M250 340h46M330 366h34M210 386h50M30 392h36M390 346h26M300 400h40",
      hour.foam,
      3,
      { opacity: 0.6 },
    ),
    boats.map(([x, y, [fill, ornament, colour], hull]) => [
      place(x, y, boat(fill, hull)),
      hide("on the sail", ornament)(x + 22, y - 22, 13.5, colour, fill),
      stroke(
        line`M${x - 56} ${y + 28}h24M${x - 18} ${y + 32}h44M${x + 36} ${y + 27}h20`,
        hour.foam,
        3,
        { opacity: 0.8 },
      ),
    ]),
    path("M0 424q60-18 130-6t150-4t160 2t160-8v60H0z", hour.sand),
    stroke("M0 420q60-18 130-6t150-4t160 2t160-8", hour.foam, 5, { opacity: 0.9 }),
  );

const frond = (turn, length, fill) =>
  path(
    line`M0 0q${length * 0.5}-${length * 0.42} ${length} ${length * 0.14}q-${length * 0.5}-${length * 0.06} ${-length}-${length * 0.14 - 10}z`,
    fill,
    { transform: `translate(62 236) rotate(${turn})` },
  );

export const palm = () =>
  group(
    {},
    path("M22 620q44-190 34-384h12q24 196-14 384z", c.bark),
    stroke("M36 560h24M44 510h20M51 460h18M55 410h16M57 360h15M58 310h13M58 270h12", "#5E381E", 3),
    [-176, -150, -122, -94, -64, -34, -8, 24, 156].map((turn, i) =>
      frond(turn, i % 2 ? 92 : 82, i % 2 ? "#4B8A52" : c.leaf),
    ),
    circle(52, 244, 10, "#6B3E1F"),
    circle(74, 245, 10, "#6B3E1F"),
    circle(63, 253, 10, "#82512C"),
  );
