// The ornaments on cloth, flags, lanterns and plates, each a function of position, radius and colour. Only the star has
// five points, so that no other ornament can be mistaken for it.

import { around, circle, line, path } from "./svg.mjs";

export const star = (x, y, r, fill, turn = 0, more = {}) => {
  const tips = around(5, x, y, r, turn);
  const dents = around(5, x, y, r * 0.44, turn + 36);
  const corners = tips.flatMap((tip, i) => [tip, dents[i]]).map(([px, py]) => line`${px} ${py}`);
  return path(`M${corners.join("L")}z`, fill, more);
};

const petals = (count) => (x, y, r, fill) => {
  const half = Math.PI / count;
  // The radius of the dents is chosen so that the tops of the petals reach r.
  const dent = (0.95 * r) / (Math.cos(half) + 0.754 * Math.sin(half));
  const bulge = dent * Math.sin(half) * 1.04;
  const dents = around(count, x, y, dent, 180 / count);
  const arcs = dents.map(([px, py]) => line`A${bulge} ${bulge} 0 0 1 ${px} ${py}`);
  const [lastX, lastY] = dents.at(-1);
  return path(`${line`M${lastX} ${lastY}`}${arcs.join("")}z`, fill);
};

const withCentre = (flower) => (x, y, r, fill, centre) =>
  flower(x, y, r, fill) + circle(x, y, r * 0.28, centre);

export const clover = withCentre(petals(4));
export const rosette = withCentre(petals(6));
export const daisy = withCentre(petals(8));
export const sunflower = (x, y, r, fill, centre) =>
  petals(12)(x, y, r, fill) + circle(x, y, r * 0.42, centre);
export const dot = (x, y, r, fill) => circle(x, y, r * 0.72, fill);
export const ring = (x, y, r, fill) =>
  circle(x, y, r * 0.66, "none", { stroke: fill, "stroke-width": r * 0.36 });
export const lozenge = (x, y, r, fill, centre) =>
  path(line`M${x} ${y - r}L${x + r * 0.8} ${y}L${x} ${y + r}L${x - r * 0.8} ${y}z`, fill) +
  circle(x, y, r * 0.26, centre);
/** A band of small checks: rows of squares in which every second square is omitted. */
export const checks = (x, y, width, rows, side, fill) => {
  const squares = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: Math.ceil(width / side / 2) }, (_, i) => {
      const at = (2 * i + (row % 2)) * side;
      const wide = Math.min(side, width - at);
      return wide > 0 ? line`M${x + at} ${y + row * side}h${wide}v${side}h${-wide}z` : "";
    }),
  );
  return path(squares.flat().join(""), fill);
};

/** The ornaments among which a star is hidden. */
export const ornaments = [clover, rosette, daisy, sunflower, dot, ring, lozenge];
