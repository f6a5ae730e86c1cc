// Makes a spot from a part of a drawing: its box with a margin, enlarged to the minimum target size. Overlapping spots
// are an error.

// 44 CSS px in units of a picture that is 600 units wide, shown 288 px wide: on a 320 px phone without its margins.
const MIN_SIZE = 92;
const MARGIN = 6;

export const box = (x, y, width, height) => ({ x, y, width, height });
export const boxAround = (x, y, radius) => box(x - radius, y - radius, 2 * radius, 2 * radius);
export const moved = (part, dx, dy) => ({ ...part, x: part.x + dx, y: part.y + dy });

/** The attributes that mark an element of a drawing as a spot. */
export const spotAttributes = (id, label) => ({ "data-spot": id, "data-label": label });

const spotBox = (part, { width, height, top = 0 }) => {
  const w = Math.max(part.width + 2 * MARGIN, MIN_SIZE);
  const h = Math.max(part.height + 2 * MARGIN, MIN_SIZE);
  const inside = (at, size, from, to) => Math.min(Math.max(at, from), to - size);
  return box(
    inside(part.x + part.width / 2 - w / 2, w, 0, width),
    inside(part.y + part.height / 2 - h / 2, h, top, height),
    w,
    h,
  );
};

const separate = (a, b, gap = 0) =>
  a.x + a.width + gap <= b.x ||
  b.x + b.width + gap <= a.x ||
  a.y + a.height + gap <= b.y ||
  b.y + b.height + gap <= a.y;

export const percent = (value, whole) => `${Math.round((value / whole) * 10000) / 100}%`;

/** Whether the spots of these parts do not overlap in a picture of this size, also after they are rounded to percent. */
export const fitSpots = (parts, size) => {
  const boxes = parts.map(({ part }) => spotBox(part, size));
  return boxes.every((a, i) => boxes.slice(i + 1).every((b) => separate(a, b, 1)));
};

/** Converts the parts of a picture ({ id, label, part }) to the spots in game.toml. */
export const spotsOf = (parts, size) => {
  const spots = parts.map((spot) => ({ ...spot, box: spotBox(spot.part, size) }));
  for (const a of spots)
    for (const b of spots)
      if (a.id < b.id && !separate(a.box, b.box))
        throw new Error(`The spots "${a.label}" and "${b.label}" overlap: move one of them.`);
  return spots.map(({ id, label, box }) => ({
    id,
    top: percent(box.y, size.height),
    left: percent(box.x, size.width),
    width: percent(box.width, size.width),
    height: percent(box.height, size.height),
    label,
  }));
};
