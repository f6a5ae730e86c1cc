// The house of the compound: sky, wall, roof, windows, veranda and the water tank.

import { checks } from "../motifs.mjs";
import * as c from "../palette.mjs";
import { thing } from "../parts.mjs";
import { circle, ellipse, group, line, path, rect, stroke } from "../svg.mjs";

const cloud = (fill) =>
  path("M-46 0h92a12 12 0 0 0 2-25a22 22 0 0 0-42-10a16 16 0 0 0-30 9a13 13 0 0 0-22 26z", fill);

export const sky = (tag, { hour, light, clouds }) =>
  group(
    {},
    rect(0, 0, 600, 320, "url(#l3-sky)"),
    hour.light && [
      circle(light, 58, 46, hour.light, { opacity: 0.35 }),
      circle(light, 58, 28, hour.light),
    ],
    clouds.map(([x, y], i) =>
      tag(
        thing(`${i ? "right" : "left"} cloud`, [x, y], [-62, -48, 60, 0], () => cloud(hour.cloud), {
          fixed: true,
          moves: hour.clear ? [[i ? -30 : 34, 0]] : [],
        }),
      ),
    ),
    path("M0 320v-96q50-20 110-6t120-8t130 6t120-8t120 6v106z", hour.far),
  );

export const rain = ({ hour }) =>
  hour.rain
    ? [
        stroke(
          Array.from(
            { length: 54 },
            (_, i) => line`M${(i * 89 + 20) % 600} ${(i * 67) % 420}l-5 16`,
          ).join(""),
          c.paper,
          2,
          { opacity: 0.55 },
        ),
        [
          [60, 420],
          [250, 430],
          [420, 416],
          [548, 432],
        ].map(([x, y]) =>
          ellipse(x, y, 15, 3.5, "none", { stroke: c.paper, "stroke-width": 2, opacity: 0.5 }),
        ),
      ]
    : "";

export const fence = ({ wall: [face, cap] }) =>
  group(
    {},
    rect(0, 236, 600, 84, face),
    rect(0, 230, 600, 9, cap),
    [0, 1, 2, 3, 4].map((i) => rect(i * 148 - 6, 222, 16, 98, cap)),
  );

const pane = (glow) => (frame) => [
  rect(-24, -52, 48, 52, frame, { rx: 3 }),
  rect(-19, -47, 38, 42, glow),
  stroke("M0-47v42M-19-27h38", frame, 3),
  rect(-28, -3, 56, 6, c.bark, { rx: 2 }),
];
const dish = () => [
  stroke("M0 0v-14", c.ink, 4),
  path("M-20-38a22 22 0 0 0 30 30z", c.mist),
  stroke("M-5-23l12-14", c.ink, 3),
  circle(8, -38, 3.5, c.clay),
];
const aerial = () => [stroke("M0 0v-38M-14-36h28M-10-28h20M-6-20h12", c.ink, 3.5)];
const lamp = (fill) => [
  rect(-2, 0, 4, 8, c.ink),
  path("M-10 20q0-12 10-12t10 12z", c.ink),
  circle(0, 21, 6, fill),
];
const flowerBox = (fill) => [
  [-18, -6, 6, 18].map((x, i) => [
    stroke(line`M${x} -12v-9`, c.leaf, 3),
    circle(x, -24, 5.5, i % 2 ? c.butter : fill),
  ]),
  rect(-26, -13, 52, 13, c.bark, { rx: 3 }),
];

const frames = [c.paper, c.lagoon, c.marigold, c.clay];

export const house = (tag, { house: look, hour }) => {
  const { walls, roof, ridge, frame, door, onRoof, mast, flowers, trim } = look;
  const roofThing = onRoof === "dish" ? [dish, aerial, "aerial"] : [aerial, dish, "satellite dish"];
  return group(
    {},
    tag(
      thing(
        onRoof === "dish" ? "satellite dish" : "aerial",
        [mast, 128],
        [-21, -42, 16, 0],
        roofThing[0],
        { faces: onRoof === "dish", swap: { name: roofThing[2], draw: roofThing[1] } },
      ),
    ),
    rect(150, 172, 262, 146, walls),
    rect(150, 300, 262, 18, trim),
    path("M132 176l34-52h230l34 52z", roof),
    stroke(
      Array.from({ length: 10 }, (_, i) => line`M${184 + i * 22} 126l${(i - 4.5) * 3} 48`).join(""),
      ridge,
      2.5,
    ),
    rect(130, 172, 302, 8, ridge, { rx: 3 }),
    tag(
      thing("left window", [194, 262], [-28, -52, 28, 3], pane(hour.pane), {
        colour: frame,
        colours: frames,
        fixed: true,
      }),
    ),
    tag(
      thing("right window", [368, 262], [-28, -52, 28, 3], pane(hour.pane), {
        colour: frame,
        colours: frames,
        fixed: true,
      }),
    ),
    tag(
      thing("flower box", [368, 264], [-26, -30, 26, 0], flowerBox, {
        colour: flowers,
        colours: [c.clay, c.paper, c.teal, c.marigold],
      }),
    ),
    tag(
      thing(
        "door",
        [281, 318],
        [-26, -96, 26, 0],
        (fill) => [
          rect(-30, -100, 60, 100, c.paper, { rx: 3 }),
          rect(-25, -95, 50, 95, fill, { rx: 2 }),
          rect(-18, -86, 15, 34, c.ink, { rx: 2, opacity: 0.22 }),
          rect(3, -86, 15, 34, c.ink, { rx: 2, opacity: 0.22 }),
        ],
        {
          colour: door,
          colours: [c.lagoon, c.clay, c.marigold, c.aqua],
          fixed: true,
        },
      ),
    ),
    tag(
      thing("door knob", [299, 278], [-4, -4, 4, 4], () => circle(0, 0, 4, c.butter), {
        fixed: true,
        moves: [[-36, 0]],
      }),
    ),
    tag(
      thing("lamp beside the door", [236, 204], [-10, 0, 10, 27], lamp, {
        colour: hour.lamp,
        colours: [c.butter, c.ink, c.clay],
        moves: [[90, 0]],
      }),
    ),
    checks(150, 284, 104, 2, 6, ridge),
    checks(312, 284, 100, 2, 6, ridge),
  );
};

const tankOn = (fill) => [
  rect(-34, -58, 68, 58, fill, { rx: 9 }),
  stroke("M-33-42h66M-33-26h66M-33-12h66", fill === c.ink ? c.mist : c.ink, 2.5, { opacity: 0.25 }),
  rect(-12, -66, 24, 9, c.ink, { rx: 3 }),
];

export const tank = (tag, { tank: fill }) =>
  group(
    {},
    stroke(
      "M42 186v136M102 186v136M42 254h60M42 190l60 60M102 190l-60 60M42 256l60 60M102 256l-60 60",
      c.bark,
      6,
    ),
    rect(30, 180, 84, 9, c.bark, { rx: 2 }),
    tag(
      thing("water tank", [72, 181], [-34, -66, 34, 0], tankOn, {
        colour: fill,
        colours: [c.teal, c.ink, c.marigold, c.mist],
        fixed: true,
        sizes: [0.72],
      }),
    ),
  );
