// Level 3: a scene drawn twice by the same function, one above the other. The upper drawing shows every part as it is,
// the lower one changes five of them and has the spots. A scene draws each part that can change through `tag`.

import { busPark } from "./bus-park/scene.mjs";
import { compound } from "./compound/scene.mjs";
import { changesOf, drawChange } from "./differences.mjs";
import * as c from "./palette.mjs";
import { fitSpots, moved, percent, spotAttributes } from "./spot-boxes.mjs";
import { el, group, picture, rect } from "./svg.mjs";
import { waitingRoom } from "./waiting-room/scene.mjs";
import { waterfront } from "./waterfront/scene.mjs";

const description = "Spot all differences-Hard";
const DIFFERENCES = 5;
/** No more than this many differences of one kind. */
const MAX_ALIKE = 2;
const size = { width: 600, height: 900 };
const scene = { width: 600, height: 444 };
// An integer, so that a proof can compare the two scenes pixel by pixel.
const LOWER = size.height - scene.height;
/** The lower scene, in which the spots lie. */
const lowerScene = { ...size, top: LOWER };

export const scenes = [waterfront, waitingRoom, busPark, compound];

const plain = (part) => part.draw(part.colour);

/** Draws both scenes. `changes` is a map from the name of a part to its change with { id }. */
const drawTwice = ({ draw }, look, changes) => {
  const tag = (part) => {
    const change = changes.get(part.name);
    return change ? drawChange(change, spotAttributes(change.id, change.label)) : plain(part);
  };
  const clip = { "clip-path": "url(#l3-frame)" };
  const { defs, shapes } = draw(look, plain);
  const svg = picture(
    size.width,
    size.height,
    el("defs", {}, [
      defs,
      el("clipPath", { id: "l3-frame" }, rect(0, 0, scene.width, scene.height)),
    ]),
    rect(0, 0, size.width, size.height, c.ink),
    group({ id: "l3-upper", ...clip }, shapes),
    group({ id: "l3-lower", transform: `translate(0 ${LOWER})`, ...clip }, draw(look, tag).shapes),
  );
  const parts = [...changes.values()]
    .map(({ id, label, box }) => ({ id, label, part: moved(box, 0, LOWER) }))
    .sort((a, b) => a.id - b.id);
  return { svg, parts };
};

/** The parts of a scene that can change. */
const partsOf = ({ name, draw }, look) => {
  const parts = new Map();
  draw(look, (part) => {
    if (parts.has(part.name)) throw new Error(`Two parts of ${name} are called "${part.name}".`);
    parts.set(part.name, part);
    return plain(part);
  });
  return parts;
};

const insideScene = ({ x, y, width, height }) =>
  x >= 0 && y >= 0 && x + width <= scene.width && y + height <= scene.height;

/** Five changes of different parts, of several kinds, whose spots do not overlap. From top to bottom. */
const chooseChanges = (random, name, parts) => {
  for (let attempt = 0; attempt < 50; attempt++) {
    const chosen = [];
    for (const part of random.shuffle([...parts.values()])) {
      const changes = changesOf(part).filter(
        ({ operation, box, label }) =>
          insideScene(box) &&
          !chosen.some((other) => other.label === label) &&
          chosen.filter((other) => other.operation === operation).length < MAX_ALIKE,
      );
      // Choosing the operation first gives a part with many colours no more recolourings than others.
      const kinds = [...new Set(changes.map(({ operation }) => operation))];
      if (kinds.length === 0) continue;
      const unused = kinds.filter((kind) => !chosen.some(({ operation }) => operation === kind));
      const kind = random.pick(unused.length > 0 ? unused : kinds);
      const change = random.pick(changes.filter(({ operation }) => operation === kind));
      const next = { ...change, name: part.name, part: moved(change.box, 0, LOWER) };
      if (fitSpots([...chosen, next], lowerScene)) chosen.push(next);
      if (chosen.length === DIFFERENCES) {
        return chosen.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
      }
    }
  }
  throw new Error(`The scene ${name} has no room for ${DIFFERENCES} differences.`);
};

const secondScene = {
  second_scene_top: percent(LOWER, size.height),
  size: lowerScene,
};

/** A level with a scene and its choices. */
export const differencesIn = (scene, random) => {
  const look = scene.choose(random);
  const changes = chooseChanges(random, scene.name, partsOf(scene, look));
  const numbered = new Map(changes.map((change, i) => [change.name, { ...change, id: i + 1 }]));
  return {
    scene: scene.name,
    operations: changes.map(({ operation }) => operation),
    image: "level-3.svg",
    alt: scene.alt(look),
    description,
    ...secondScene,
    ...drawTwice(scene, look, numbered),
  };
};

/** The level in the content of the site: all five differences are swaps. */
const drawToday = () => {
  const parts = partsOf(waterfront, waterfront.today);
  const swaps = waterfront.todaysSwaps.map((name, i) => [
    name,
    { ...changesOf(parts.get(name)).find(({ operation }) => operation === "swap"), id: i + 1 },
  ]);
  return drawTwice(waterfront, waterfront.today, new Map(swaps));
};

export const level3 = {
  image: "level-3.svg",
  alt: waterfront.alt(waterfront.today),
  description,
  ...secondScene,
  size,
  draw: drawToday,
};
