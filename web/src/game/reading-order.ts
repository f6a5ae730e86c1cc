// The order of spots for keyboard and screen-reader users: row by row, from left to right.

import type { Spot } from "../generated/Spot";

/** Spots whose centres are within this share of the picture's height are in one row. */
const ROW_PERCENT = 12;

export function inReadingOrder(spots: readonly Spot[]): Spot[] {
  return [...spots].sort(
    (a, b) => row(a) - row(b) || centre(a.left, a.width) - centre(b.left, b.width),
  );
}

function row(spot: Spot): number {
  return Math.floor(centre(spot.top, spot.height) / ROW_PERCENT);
}

function centre(start: string, size: string): number {
  return Number.parseFloat(start) + Number.parseFloat(size) / 2;
}
