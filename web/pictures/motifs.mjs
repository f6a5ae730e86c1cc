// Owns the small ornaments that cloth, flags, lanterns and plates carry: each a function of place, radius and
// colour. Refuses a second thing with five points: beside the stars, ornaments have four, six or more.

import { around, circle, line, path } from "./draw.mjs";

export const star = (x, y, r, fill, turn = 0, more = {}) => {
  const tips = around(5, x, y, r, turn);
  const dents = around(5, x, y, r * 0.44, turn + 36);
  const corners = tips.flatMap((tip, i) => [tip, dents[i]]).map(([px, py]) => line`${px} ${py}`);
  return path(`M${corners.join("L")}z`, fill, more);
};

const petals = (count) => (x, y, r, fill) => {
  const half = Math.PI / count;
  // The dents lie so that the petals' tops reach the radius.
  const dent = (0.95 * r) / (Math.cos(half) + 0.754 * Math.sin(half));
  const bulge = dent * Math.sin(half) * 1.04;
  const dents = around(count, x, y, dent, 180 / count);
  const arcs = dents.map(([px, py]) => line`A${bulge} ${bulge} 0 0 1 ${px} ${py}`);
  const [lastX, lastY] = dents.at(-1);
  return path(`${line`M${lastX} ${lastY}`}${arcs.join("")}z`, fill);
};

const withHeart = (flower) => (x, y, r, fill, heart) =>
  flower(x, y, r, fill) + circle(x, y, r * 0.28, heart);

export const clover = withHeart(petals(4));
export const rosette = withHeart(petals(6));
export const daisy = withHeart(petals(8));
export const sunflower = (x, y, r, fill, heart) =>
  petals(12)(x, y, r, fill) + circle(x, y, r * 0.42, heart);
export const dot = (x, y, r, fill) => circle(x, y, r * 0.72, fill);
export const ring = (x, y, r, fill) =>
  circle(x, y, r * 0.66, "none", { stroke: fill, "stroke-width": r * 0.36 });
export const lozenge = (x, y, r, fill, heart) =>
  path(line`M${x} ${y - r}L${x + r * 0.8} ${y}L${x} ${y + r}L${x - r * 0.8} ${y}z`, fill) +
  circle(x, y, r * 0.26, heart);
/** A band of small checks, as in cut-thread cloth: `rows` of squares, every other one left out. */
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
