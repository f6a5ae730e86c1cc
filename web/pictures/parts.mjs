// Makes the parts of a scene from drawings around their own origin: the middle of the foot of what stands, the top of what
// hangs.

import { box } from "./spot-boxes.mjs";
import { group, line } from "./svg.mjs";

export const place = (x, y, ...shapes) =>
  group({ transform: line`translate(${x} ${y})` }, ...shapes);

/** A part at (x, y) that covers [left, top, right, bottom] around its origin. See differences.mjs for `more`. */
export const thing = (name, [x, y], [left, top, right, bottom], draw, { swap, ...more } = {}) => ({
  name,
  box: box(x + left, y + top, right - left, bottom - top),
  pivot: [x, y],
  draw: (colour) => place(x, y, draw(colour)),
  ...(swap && { swap: { ...swap, draw: () => place(x, y, swap.draw()) } }),
  ...more,
});
