// Level 2: a scene full of ornaments, five of which are stars. A scene draws each ornament through `hide`, which says
// where it is in words and draws the star instead where one is hidden.

import { beach } from "./beach/scene.mjs";
import { classroom } from "./classroom/scene.mjs";
import { market } from "./market/scene.mjs";
import { star } from "./motifs.mjs";
import { boxAround, fitSpots, spotAttributes } from "./spot-boxes.mjs";
import { circle, el, picture } from "./svg.mjs";

const description = "Select all stars-Medium";
const STARS = 5;
/** The smallest radius of a star, in units of the picture: 12 CSS px across on a phone that is 320 px wide. */
const MIN_RADIUS = 12.5;

export const scenes = [market, beach, classroom];

/** Draws a scene with stars in the given places: a map from the number of the ornament to { id, turn }. */
const drawScene = (scene, look, stars) => {
  const places = [];
  const parts = [];
  const hide = (where, ordinary, around) => {
    const draw = (x, y, r, fill, centre) => {
      const number = places.length;
      const place = { number, where, part: boxAround(x, y, r), r };
      places.push(place);
      const hidden = stars.get(number);
      if (!hidden) return ordinary(x, y, r, fill, centre);
      const label = `The star ${where}`;
      const drawn = (sx, sy, sr, colour, middle) => {
        parts.push({ id: hidden.id, label, part: boxAround(sx, sy, sr) });
        return (
          star(sx, sy, sr, colour, hidden.turn, spotAttributes(hidden.id, label)) +
          (middle ? circle(sx, sy, sr * 0.2, middle) : "")
        );
      };
      return around ? around(drawn)(x, y, r) : drawn(x, y, r, fill, centre);
    };
    return draw;
  };
  const { defs, shapes } = scene.draw(look, hide);
  const svg = picture(scene.size.width, scene.size.height, el("defs", {}, defs), shapes);
  return { svg, places, parts: parts.sort((a, b) => a.id - b.id) };
};

/** Five places in different parts of the scene whose spots do not overlap, from top to bottom. */
const choosePlaces = (random, scene, places) => {
  const large = places.filter(({ r }) => r >= MIN_RADIUS);
  const areas = [...new Set(large.map(({ where }) => where))];
  for (let attempt = 0; attempt < 50; attempt++) {
    const chosen = random
      .some(areas, STARS)
      .map((area) => random.pick(large.filter(({ where }) => where === area)));
    if (chosen.length === STARS && fitSpots(chosen, scene.size)) {
      return chosen.sort((a, b) => a.part.y - b.part.y || a.part.x - b.part.x);
    }
  }
  throw new Error(`The scene ${scene.name} has no room for ${STARS} stars.`);
};

/** A level with a scene and its choices. */
export const starsIn = (scene, random) => {
  const look = scene.choose(random);
  const { places } = drawScene(scene, look, new Map());
  const chosen = choosePlaces(random, scene, places);
  const stars = new Map(
    chosen.map(({ number }, i) => [number, { id: i + 1, turn: random.integer(0, 71) }]),
  );
  return {
    scene: scene.name,
    image: "level-2.svg",
    alt: scene.alt(look),
    description,
    size: scene.size,
    ...drawScene(scene, look, stars),
  };
};

/** The level in the content of the site. */
const todaysStars = new Map([
  [5, { id: 1, turn: 180 }],
  [0, { id: 2, turn: 12 }],
  [31, { id: 3, turn: 0 }],
  [22, { id: 4, turn: 20 }],
  [49, { id: 5, turn: 24 }],
]);

export const level2 = {
  image: "level-2.svg",
  alt: market.alt(market.today),
  description,
  size: market.size,
  draw: () => drawScene(market, market.today, todaysStars),
};
