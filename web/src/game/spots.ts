// Owns the order in which spots are read out and reached by keyboard: row by row, as one reads a page.
// The order in the data stays the drawing's business.

import type { Spot } from "../generated/Spot";

/** Spots whose middles lie within such a share of the picture's height stand in one row. */
const ROW_PERCENT = 12;

export function inReadingOrder(spots: readonly Spot[]): Spot[] {
  return [...spots].sort(
    (a, b) => row(a) - row(b) || middle(a.left, a.width) - middle(b.left, b.width),
  );
}

function row(spot: Spot): number {
  return Math.floor(middle(spot.top, spot.height) / ROW_PERCENT);
}

function middle(from: string, size: string): number {
  return Number.parseFloat(from) + Number.parseFloat(size) / 2;
}
