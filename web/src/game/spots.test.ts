import { expect, test } from "vitest";
import type { Spot } from "../generated/Spot";
import { inReadingOrder } from "./spots";

const spot = (id: number, top: number, left: number): Spot => ({
  id,
  top: `${top}%`,
  left: `${left}%`,
  width: "10%",
  height: "10%",
  label: null,
});

test("spots are read row by row, each row from the left", () => {
  const drawn = [spot(1, 80, 10), spot(2, 11, 70), spot(3, 9, 20), spot(4, 50, 50)];
  expect(inReadingOrder(drawn).map(({ id }) => id)).toEqual([3, 2, 4, 1]);
});

test("the drawing's own order is left alone", () => {
  const drawn = [spot(1, 80, 10), spot(2, 10, 10)];
  inReadingOrder(drawn);
  expect(drawn.map(({ id }) => id)).toEqual([1, 2]);
});
