// Level 1: smileys in spectacles, one of which is different. All other faces are the same drawing with another colour,
// size and rotation, so only that one differs.

import * as c from "./palette.mjs";
import { boxAround, spotAttributes } from "./spot-boxes.mjs";
import { circle, el, glow, group, path, picture, rect, seeded, stroke } from "./svg.mjs";

const description = "Spot the different smiley-Easy";
const size = { width: 600, height: 600 };
const MARGIN = 14;

const openEye = (x) => circle(x, -7, 6, c.ink);
const closedEye = (x) => stroke(`M${x - 7}-5q7-8 14 0`, c.ink, 4.5);

const lenses = {
  round: (x) => circle(x, -8, 15.5, c.paper),
  square: (x) => rect(x - 15, -21, 30, 26, c.paper, { rx: 6 }),
  wide: (x) => el("ellipse", { cx: x, cy: -8, rx: 17, ry: 13, fill: c.paper }),
};
const BRIDGE = "M-4-10q4-4 8 0M-34-11l-13-3M34-11l13-3";
const SMILE = "M-19 20q19 19 38 0";

const openMouth = path("M-17 19h34q-2 19-17 19t-17-19z", c.ink);
const mouths = {
  smile: { line: SMILE },
  grin: { line: "M-22 17q22 26 44 0" },
  side: { line: "M-14 24q18 10 30-6" },
};

/** What can be different about one face: its name, and the eyes or the mouth that it has instead. */
const oddities = {
  wink: { label: "The winking smiley", eyes: [openEye(-19), closedEye(19)] },
  sleep: { label: "The smiley with closed eyes", eyes: [closedEye(-19), closedEye(19)] },
  up: {
    label: "The smiley looking up",
    eyes: [circle(-19, -15, 6, c.ink), circle(19, -15, 6, c.ink)],
  },
  aside: {
    label: "The smiley looking to the side",
    eyes: [circle(-27, -7, 6, c.ink), circle(11, -7, 6, c.ink)],
  },
  frown: { label: "The smiley that looks sad", mouth: stroke("M-18 30q18-17 36 0", c.ink, 4.5) },
  straight: { label: "The smiley with a straight mouth", mouth: stroke("M-18 25h36", c.ink, 4.5) },
  open: { label: "The smiley with an open mouth", mouth: openMouth },
  whistle: { label: "The whistling smiley", mouth: circle(0, 26, 7.5, c.ink) },
};

const head = ({ lens, mouth }) =>
  group(
    { id: "l1-head" },
    circle(0, 0, 50),
    stroke("M-41-12A43 43 0 0 1-14-40", c.paper, 5, { opacity: 0.6 }),
    group(
      { stroke: c.ink, "stroke-width": 4.5 },
      lenses[lens](-19),
      lenses[lens](19),
      stroke(`${BRIDGE}${mouth}`, c.ink, 4.5),
    ),
  );
const face = (id, ...features) => group({ id }, el("use", { href: "#l1-head" }), ...features);

/** The drawings that the faces use: a mouth that differs cannot be in the head that all share. */
const faces = (look) => {
  const odd = oddities[look.odd];
  const ordinary = [openEye(-19), openEye(19)];
  const line = mouths[look.mouth].line;
  return [
    head({ lens: look.lens, mouth: odd.mouth ? "" : line }),
    face("l1-smiley", ...ordinary, odd.mouth && stroke(line, c.ink, 4.5)),
    face("l1-wink", ...(odd.eyes ?? ordinary), odd.mouth),
  ];
};

// The gap is large in the first rounds, so that the faces spread evenly, and shrinks to the minimum distance.
const MIN_GAP = 7;
const gapInRound = (round) => Math.max(MIN_GAP, 34 - round / 12);

// Unlike Math.hypot, a square root is the same on every machine.
const distanceOf = (a, b) => Math.sqrt((b.x - a.x) ** 2 + (b.y - a.y) ** 2);

/** Circles at random positions, pushed apart until none touches another or the edge. */
const placeFaces = ({ seed, count, radius }) => {
  const random = seeded(seed);
  const discs = Array.from({ length: count }, () => ({
    x: size.width * random(),
    y: size.height * random(),
    r: radius + 8 * random(),
    tilt: Math.round(36 * random() - 18),
  }));
  for (let round = 0; round < 900; round++) {
    const gap = gapInRound(round);
    let touching = false;
    for (const a of discs) {
      for (const b of discs) {
        const [dx, dy] = [b.x - a.x, b.y - a.y];
        const room = a.r + b.r + gap;
        if (a === b || dx * dx + dy * dy >= room * room) continue;
        touching = true;
        const distance = distanceOf(a, b);
        const push = (room - distance) / (2 * distance);
        [a.x, a.y] = [a.x - (b.x - a.x) * push, a.y - (b.y - a.y) * push];
      }
      a.x = Math.min(Math.max(a.x, a.r + MARGIN), size.width - a.r - MARGIN);
      a.y = Math.min(Math.max(a.y, a.r + MARGIN), size.height - a.r - MARGIN);
    }
    if (!touching && gap === MIN_GAP) break;
  }
  return discs;
};

/** Gives each disc a colour that its nearest neighbours do not have. */
const colourDiscs = (discs, tints) => {
  const done = [];
  for (const disc of discs) {
    const nearest = (tint) =>
      Math.min(
        ...done.filter((other) => other.tint === tint).map((other) => distanceOf(other, disc)),
      );
    const tint = tints.reduce((best, next) => (nearest(next) > nearest(best) ? next : best));
    done.push({ ...disc, tint });
  }
  return done;
};

const drawFaces = (look) => {
  const { label } = oddities[look.odd];
  const smiley = ({ x, y, r, tilt, tint }, i) =>
    el("use", {
      href: i === look.oddIndex ? "#l1-wink" : "#l1-smiley",
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${tilt}) scale(${(r / 50).toFixed(3)})`,
      fill: tint,
      ...(i === look.oddIndex ? spotAttributes(1, label) : {}),
    });
  const discs = colourDiscs(placeFaces(look), look.tints);
  const different = discs[look.oddIndex];
  const svg = picture(
    size.width,
    size.height,
    el("defs", {}, [glow("l1-light", look.light, look.ground[1]), faces(look)]),
    rect(0, 0, size.width, size.height, look.ground[0]),
    rect(0, 0, size.width, size.height, "url(#l1-light)"),
    discs.map(smiley),
  );
  return {
    svg,
    parts: [{ id: 1, label, part: boxAround(different.x, different.y, different.r) }],
  };
};

const alt = (shape) =>
  `Many round smileys with ${shape}glasses, in different colours and sizes. All but one have the same face.`;

const allTints = [c.marigold, c.butter, c.aqua, c.paper, c.coral];
const grounds = [
  [c.lagoon, "#14717A"],
  ["#13324F", "#2C6491"],
  ["#5A2418", "#9A4A34"],
  ["#23422E", "#4A7A4F"],
];

export const scenes = [{ name: "smileys", size }];

/** A level with its choices. */
export const oddSmileyIn = (scene, random) => {
  const count = random.integer(24, 29);
  const look = {
    seed: random.integer(1, 1_000_000),
    count,
    radius: count > 27 ? 41 : 43,
    odd: random.pick(Object.keys(oddities)),
    oddIndex: random.integer(0, count - 1),
    lens: random.pick(Object.keys(lenses)),
    mouth: random.pick(Object.keys(mouths)),
    tints: random.shuffle(random.chance(0.5) ? allTints : [...allTints.slice(0, 4), "#B7D7A0"]),
    ground: random.pick(grounds),
    light: [random.integer(120, 480), random.integer(110, 260), 460],
  };
  return {
    scene: scene.name,
    image: "level-1.svg",
    alt: alt(look.lens === "wide" ? "" : `${look.lens} `),
    description,
    size,
    ...drawFaces(look),
  };
};

export const level1 = {
  image: "level-1.svg",
  alt: alt(""),
  description,
  size,
  draw: () =>
    drawFaces({
      seed: 2001,
      count: 27,
      radius: 43,
      odd: "wink",
      oddIndex: 11,
      lens: "round",
      mouth: "smile",
      tints: allTints,
      ground: grounds[0],
      light: [190, 150, 460],
    }),
};
