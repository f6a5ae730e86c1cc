import fc from "fast-check";
import { expect, test } from "vitest";
import type { Estimate } from "../estimator/outcome";
import { snellen, snellenWithRange } from "./snellen";

function estimate(size: number, lower: number, upper: number, orBetter = false): Estimate {
  return { kind: "estimate", size, lower, upper, orBetter };
}

test.each([
  [-0.3, "6/3"],
  [-0.12, "6/4.8"],
  [0, "6/6"],
  [0.1, "6/7.5"],
  [0.2, "6/9.5"],
  [0.3, "6/12"],
  [0.34, "6/12"],
  [0.36, "6/15"],
  [0.6, "6/24"],
  [0.96, "6/60"],
  [1, "6/60"],
  [1.1, "6/75"],
  [1.3, "6/120"],
])("%d logMAR is %s", (size, line) => {
  expect(snellen(size)).toBe(line);
});

test("every size is within half a line of what is shown", () => {
  fc.assert(
    fc.property(fc.double({ min: -0.8, max: 1.8, noNaN: true }), (size) => {
      const shown = Math.log10(Number(snellen(size).slice(2)) / 6);
      expect(Math.abs(shown - size)).toBeLessThan(0.065);
    }),
  );
});

test("the range is rounded outwards", () => {
  expect(snellenWithRange(estimate(0.3, 0.21, 0.39))).toBe("6/12 (6/9.5–6/15)");
  expect(snellenWithRange(estimate(0.3, 0.19, 0.41))).toBe("6/12 (6/7.5–6/19)");
});

test("bounds that lie on a line stay on it", () => {
  expect(snellenWithRange(estimate(0.2, 0.1, 0.1 + 0.2))).toBe("6/9.5 (6/7.5–6/12)");
});

test("what the screen could not draw smaller is or better, with what it may be at worst", () => {
  expect(snellenWithRange(estimate(0.08, 0.08, 0.09, true))).toBe("6/7.5 or better");
  expect(snellenWithRange(estimate(0.08, 0.08, 0.18, true))).toBe(
    "6/7.5 or better (at worst 6/9.5)",
  );
});
