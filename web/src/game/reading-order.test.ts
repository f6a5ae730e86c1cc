import { expect, test } from "vitest";
import type { Spot } from "../generated/Spot";
import { inReadingOrder } from "./reading-order";

const spot = (id: number, top: number, left: number): Spot => ({
  id,
  top: `${top}%`,
  left: `${left}%`,
  width: "10%",
  height: "10%",
  label: null,
});

test("spots are sorted by row, then from left to right", () => {
  const spots = [spot(1, 80, 10), spot(2, 11, 70), spot(3, 9, 20), spot(4, 50, 50)];
  expect(inReadingOrder(spots).map(({ id }) => id)).toEqual([3, 2, 4, 1]);
});

test("the original list is not changed", () => {
  const spots = [spot(1, 80, 10), spot(2, 10, 10)];
  inReadingOrder(spots);
  expect(spots.map(({ id }) => id)).toEqual([1, 2]);
});
