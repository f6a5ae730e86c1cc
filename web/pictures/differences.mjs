// The six ways in which the second drawing of a scene can differ from the first: a part is removed, recoloured, mirrored,
// resized, moved or swapped for something else. A part says in words what it is, and which of these suit it:
//   { name, box, draw, colour?, colours?, faces?, sizes?, moves?, swap?, fixed? }
//   name    what it is, without an article, unlike every other name in the scene
//   box     what the part covers, in units of the scene
//   draw    draws it, in a colour when it has `colours`
//   colours the colours that it can have; `colour` is the one it has
//   faces   true when its mirror image looks different
//   sizes   factors for its size; it grows from `pivot`, by default the middle of its foot
//   moves   shifts [dx, dy] that leave it in a sensible place
//   swap    { name, draw } of what can stand in its place, or with a `label`
//   fixed   true when it cannot be left out

import { box, moved } from "./spot-boxes.mjs";
import { group, line } from "./svg.mjs";

const channel = (hex, at) => {
  const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};
const luminance = (hex) =>
  0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
const contrast = (a, b) => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
};

/** Colours this far apart in lightness are told apart without seeing hue. */
const MIN_CONTRAST = 1.9;

const union = (a, b) => {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return box(
    x,
    y,
    Math.max(a.x + a.width, b.x + b.width) - x,
    Math.max(a.y + a.height, b.y + b.height) - y,
  );
};

const pivotOf = ({ box: { x, y, width, height }, pivot = [x + width / 2, y + height] }) => pivot;

/** Each gives the possible changes of a part: { label, box, attributes, drawn }. */
const operations = {
  remove: ({ name, fixed, box }) =>
    fixed ? [] : [{ label: `The missing ${name}`, box, drawn: "" }],

  recolour: ({ name, colour, colours = [], box, draw }) =>
    colours
      .filter((other) => contrast(colour, other) >= MIN_CONTRAST)
      .map((other) => ({ label: `The ${name} in another colour`, box, drawn: draw(other) })),

  mirror: ({ name, faces, box, draw, colour }) => {
    if (!faces) return [];
    const transform = line`translate(${2 * (box.x + box.width / 2)} 0) scale(-1 1)`;
    const label = `The ${name} facing the other way`;
    return [{ label, box, attributes: { transform }, drawn: draw(colour) }];
  },

  resize: (part) => {
    const [x, y] = pivotOf(part);
    return (part.sizes ?? []).map((size) => {
      const shift = (at) => at * (1 - size);
      // As text: a factor with one decimal would shift the part.
      const transform = line`translate(${shift(x)} ${shift(y)}) scale(${String(size)})`;
      const { box: old } = part;
      const resized = box(
        shift(x) + old.x * size,
        shift(y) + old.y * size,
        old.width * size,
        old.height * size,
      );
      const label = `The ${size > 1 ? "larger" : "smaller"} ${part.name}`;
      const drawn = part.draw(part.colour);
      return { label, box: union(old, resized), attributes: { transform }, drawn };
    });
  },

  move: ({ name, moves = [], box, draw, colour }) =>
    moves.map(([dx, dy]) => ({
      label: `The ${name} in another place`,
      box: union(box, moved(box, dx, dy)),
      attributes: { transform: line`translate(${dx} ${dy})` },
      drawn: draw(colour),
    })),

  swap: ({ name, swap, box }) =>
    swap
      ? [
          {
            label: swap.label ?? `The ${swap.name} in place of the ${name}`,
            box: swap.box ? union(box, swap.box) : box,
            drawn: swap.draw(),
          },
        ]
      : [],
};

export const OPERATIONS = Object.keys(operations);

/** All ways in which a part can change. */
export const changesOf = (part) =>
  OPERATIONS.flatMap((operation) =>
    operations[operation](part).map((change) => ({ operation, part: change.box, ...change })),
  );

/** The changed part as an element with the marks of its spot. */
export const drawChange = ({ attributes = {}, drawn }, marks) =>
  group({ ...attributes, ...marks }, drawn);
