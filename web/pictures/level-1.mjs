// Level 1: smileys in spectacles, one of which winks. All other faces are the same drawing with another colour, size
// and rotation, so only the wink is different.

import { circle, el, glow, group, picture, rect, seeded, stroke } from "./draw.mjs";
import * as c from "./palette.mjs";
import { boxAround, spotAttributes } from "./spots.mjs";

const size = { width: 600, height: 600 };
const FACE_COUNT = 27;
const WINKING_INDEX = 19;
const SEED = 2001;
const MARGIN = 14;
const LABEL = "The winking smiley";
const tints = [c.marigold, c.butter, c.aqua, c.paper, c.coral];

const head = group(
  { id: "l1-head" },
  circle(0, 0, 50),
  stroke("M-41-12A43 43 0 0 1-14-40", c.paper, 5, { opacity: 0.6 }),
  group(
    { stroke: c.ink, "stroke-width": 4.5 },
    circle(-19, -8, 15.5, c.paper),
    circle(19, -8, 15.5, c.paper),
    stroke("M-4-10q4-4 8 0M-34-11l-13-3M34-11l13-3M-19 20q19 19 38 0", c.ink, 4.5),
  ),
);
const openEye = (x) => circle(x, -7, 6, c.ink);
const closedEye = (x) => stroke(`M${x - 7}-5q7-8 14 0`, c.ink, 4.5);
const face = (id, ...eyes) => group({ id }, el("use", { href: "#l1-head" }), ...eyes);

// The gap is large in the first rounds, so that the faces spread evenly, and shrinks to the minimum distance.
const gapInRound = (round) => Math.max(7, 34 - round / 12);

/** Circles at random positions, pushed apart until none touches another or the edge. */
const placeFaces = () => {
  const random = seeded(SEED);
  const discs = Array.from({ length: FACE_COUNT }, () => ({
    x: size.width * random(),
    y: size.height * random(),
    r: 43 + 8 * random(),
    tilt: Math.round(36 * random() - 18),
  }));
  for (let round = 0; round < 900; round++) {
    for (const a of discs) {
      for (const b of discs) {
        const distance = Math.hypot(b.x - a.x, b.y - a.y);
        const overlap = a.r + b.r + gapInRound(round) - distance;
        if (a === b || overlap <= 0) continue;
        const push = overlap / (2 * distance);
        [a.x, a.y] = [a.x - (b.x - a.x) * push, a.y - (b.y - a.y) * push];
      }
      a.x = Math.min(Math.max(a.x, a.r + MARGIN), size.width - a.r - MARGIN);
      a.y = Math.min(Math.max(a.y, a.r + MARGIN), size.height - a.r - MARGIN);
    }
  }
  return discs;
};

/** Gives each disc a colour that its nearest neighbours do not have. */
const colourDiscs = (discs) => {
  const done = [];
  for (const disc of discs) {
    const nearest = (tint) =>
      Math.min(
        ...done
          .filter((other) => other.tint === tint)
          .map(({ x, y }) => Math.hypot(x - disc.x, y - disc.y)),
      );
    const tint = tints.reduce((best, next) => (nearest(next) > nearest(best) ? next : best));
    done.push({ ...disc, tint });
  }
  return done;
};

const smiley = ({ x, y, r, tilt, tint }, i) =>
  el("use", {
    href: i === WINKING_INDEX ? "#l1-wink" : "#l1-smiley",
    transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt}) scale(${(r / 50).toFixed(3)})`,
    fill: tint,
    ...(i === WINKING_INDEX ? spotAttributes(1, LABEL) : {}),
  });

const draw = () => {
  const discs = colourDiscs(placeFaces());
  const winking = discs[WINKING_INDEX];
  const svg = picture(
    size.width,
    size.height,
    el("defs", {}, [
      glow("l1-light", [190, 150, 460], "#14717A"),
      head,
      face("l1-smiley", openEye(-19), openEye(19)),
      face("l1-wink", openEye(-19), closedEye(19)),
    ]),
    rect(0, 0, size.width, size.height, c.lagoon),
    rect(0, 0, size.width, size.height, "url(#l1-light)"),
    discs.map(smiley),
  );
  return {
    svg,
    parts: [{ id: 1, label: LABEL, part: boxAround(winking.x, winking.y, winking.r) }],
  };
};

export const level1 = {
  image: "level-1.svg",
  alt: "Many round smileys with glasses, in different colours and sizes. All but one have the same face.",
  description: "Spot the different smiley-Easy",
  size,
  draw,
};
