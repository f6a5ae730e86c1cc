// Owns how a drawn part becomes a spot: the box of the part, some air, and room for a thumb.
// Refuses a spot that leaves its picture or touches another: the build stops with the labels of both.

// 44 CSS px on a picture 328 px wide (a 360 px phone less its margins), in units of a picture 600 wide.
const THUMB = 82;
const AIR = 6;

export const box = (x, y, width, height) => ({ x, y, width, height });
export const boxAround = (x, y, radius) => box(x - radius, y - radius, 2 * radius, 2 * radius);
export const moved = (part, dx, dy) => ({ ...part, x: part.x + dx, y: part.y + dy });

/** What marks an element of a drawing as a spot. */
export const marked = (id, label) => ({ "data-spot": id, "data-label": label });

const roomy = (part, { width, height }) => {
  const w = Math.max(part.width + 2 * AIR, THUMB);
  const h = Math.max(part.height + 2 * AIR, THUMB);
  const inside = (at, size, limit) => Math.min(Math.max(at, 0), limit - size);
  return box(
    inside(part.x + part.width / 2 - w / 2, w, width),
    inside(part.y + part.height / 2 - h / 2, h, height),
    w,
    h,
  );
};

const apart = (a, b) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Parts ({ id, label, part }) of a picture to the spots that the game reads. */
export const spotsOf = (parts, size) => {
  const spots = parts.map((spot) => ({ ...spot, room: roomy(spot.part, size) }));
  for (const a of spots)
    for (const b of spots)
      if (a.id < b.id && !apart(a.room, b.room))
        throw new Error(`The spots "${a.label}" and "${b.label}" overlap: move one of them.`);
  const percent = (value, whole) => `${Math.round((value / whole) * 10000) / 100}%`;
  return spots.map(({ id, label, room }) => ({
    id,
    top: percent(room.y, size.height),
    left: percent(room.x, size.width),
    width: percent(room.width, size.width),
    height: percent(room.height, size.height),
    label,
  }));
};
