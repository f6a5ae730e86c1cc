// Level 3: a waterfront street, drawn twice by the same function, one scene above the other. Each difference is declared
// once with both versions: the upper scene draws the first, the lower scene draws the second and has the spot.

import { el, fade, group, picture, rect } from "./draw.mjs";
import * as c from "./palette.mjs";
import { moved, percent, spotAttributes } from "./spots.mjs";
import { shop } from "./waterfront-shop.mjs";
import { sky, wire } from "./waterfront-sky.mjs";
import { behind, house, kiosk, palm, quay, washing } from "./waterfront-street.mjs";
import { bicycle, cat, keke } from "./waterfront-traffic.mjs";
import { boats, water } from "./waterfront-water.mjs";

const size = { width: 600, height: 900 };
const scene = { width: 600, height: 444 };
// An integer, so that a test can compare the two scenes pixel by pixel.
const LOWER = size.height - scene.height;

const street = (differ) => [
  sky(),
  behind(),
  wire(differ(1, "The bird facing the other way")),
  palm(),
  house(),
  washing(differ(3, "The cloth with different stripes")),
  shop(differ(4, "The letter that is turned round")),
  kiosk(),
  quay(),
  bicycle(),
  cat(),
  keke(differ(2, "The basket without a handle")),
  water(),
  boats(differ(5, "The rope without a tyre")),
];

const original = () => (_box, first) => first;

const draw = () => {
  const parts = [];
  const changed = (id, label) => (box, _first, second) => {
    parts.push({ id, label, part: moved(box, 0, LOWER) });
    return group(spotAttributes(id, label), second);
  };
  const clip = { "clip-path": "url(#l3-frame)" };
  const svg = picture(
    size.width,
    size.height,
    el("defs", {}, [
      fade("l3-sky", [0, 0, 0, 260], "#A9DCDC", "#FBF3DC"),
      fade("l3-water", [0, 360, 0, 444], c.teal, c.lagoon),
      el("clipPath", { id: "l3-frame" }, rect(0, 0, scene.width, scene.height)),
    ]),
    rect(0, 0, size.width, size.height, c.ink),
    group({ id: "l3-upper", ...clip }, street(original)),
    group({ id: "l3-lower", transform: `translate(0 ${LOWER})`, ...clip }, street(changed)),
  );
  return { svg, parts: parts.sort((a, b) => a.id - b.id) };
};

export const level3 = {
  image: "level-3.svg",
  alt: "The same waterfront street twice, one picture above the other: a house with washing, an optician's shop with a spectacles sign, a kiosk, a palm, a three-wheeler, and boats on the water. The lower picture differs from the upper one in five places. Press each one in either picture.",
  description: "Spot all differences-Hard",
  second_scene_top: percent(LOWER, size.height),
  size,
  draw,
};
