import { expect, test } from "vitest";
import { N6_AT_40_CM } from "./advice";
import { nearPrint, nearRange } from "./near";

test.each([
  [N6_AT_40_CM, "N6"],
  [N6_AT_40_CM + 0.01, "N8"],
  [0.1938, "N5"],
  [0.4, "N10"],
  [1.5, "larger than N48"],
])("print of %f logMAR at 40 cm is %s", (size, print) => {
  expect(nearPrint({ size, orBetter: false })).toBe(print);
});

test("what is smaller than the screen or the smallest print is told as such", () => {
  expect(nearPrint({ size: 0.15, orBetter: true })).toBe("N5 or better");
  expect(nearPrint({ size: -0.3, orBetter: false })).toBe("N3 or better");
});

test("the range goes from the smaller to the larger print", () => {
  expect(nearRange({ lower: 0.2, upper: 0.5 })).toEqual(["N6", "N12"]);
});
