import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "../times";
import type { Day } from "../types";
import { byWeek, STEPS, share } from "./weeks";

const day = (name: string, started: number): Day => ({
  day: name,
  started,
  finished: 0,
  perfect: 0,
  claimed: 0,
  redeemed: 1,
});

test("a week begins on Monday, and half a week is a week of its own", () => {
  const days = [day("2026-11-14", 1), day("2026-11-15", 2), day("2026-11-16", 4)];
  expect(byWeek(days).map(({ day: monday, started }) => [monday, started])).toEqual([
    ["2026-11-09", 3],
    ["2026-11-16", 4],
  ]);
});

test("weeks lose nothing and add nothing", () => {
  const numbers = fc.array(fc.nat(1000), { maxLength: 60 });
  fc.assert(
    fc.property(numbers, fc.nat(400), (starts, shift) => {
      const days = starts.map((started, at) => day(addDays("2026-01-01", shift + at), started));
      const weeks = byWeek(days);
      for (const [step] of STEPS) {
        const sum = (rows: Day[]) => rows.reduce((total, row) => total + row[step], 0);
        expect(sum(weeks)).toBe(sum(days));
      }
    }),
  );
});

test("a share is a whole percentage, and of nothing there is none", () => {
  expect(share(591, 861)).toBe("69 %");
  expect(share(0, 0)).toBe("–");
});
