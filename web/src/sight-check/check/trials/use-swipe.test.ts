import { expect, test } from "vitest";
import { swipeDirection } from "./use-swipe";

test.each([
  [100, 10, "right"],
  [-100, 30, "left"],
  [5, -60, "up"],
  [0, 45, "down"],
  [20, 10, null],
  [80, 70, null],
  [0, 0, null],
])("a movement by %i, %i is %s", (dx, dy, direction) => {
  expect(swipeDirection(dx, dy)).toBe(direction);
});
