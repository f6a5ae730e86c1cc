// Colours for ornaments on coloured grounds. A star can take the place of each of these ornaments, so the pairs differ in
// lightness, not only in hue.

import * as c from "./palette.mjs";

const onGround = {
  [c.clay]: [c.butter, c.paper],
  [c.mist]: [c.teal, c.clay, c.lagoon],
  [c.marigold]: [c.clay, c.lagoon, c.paper],
  [c.teal]: [c.butter, c.paper],
  [c.coral]: [c.butter, c.paper, c.lagoon],
  [c.aqua]: [c.lagoon, c.tide, c.clay],
  [c.butter]: [c.clay, c.teal, c.lagoon],
};

export const GROUNDS = Object.keys(onGround);

export const clearOn = (random, ground) => random.pick(onGround[ground]);

/** Several grounds, neighbours different, each with an ornament and its colour: [ground, ornament, colour]. */
export const decorated = (random, ornaments, count) =>
  random
    .row(GROUNDS, count)
    .map((ground) => [ground, random.pick(ornaments), clearOn(random, ground)]);
