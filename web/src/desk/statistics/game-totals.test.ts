import fc from "fast-check";
import { expect, test } from "vitest";
import type { DailyCounts } from "../../generated/DailyCounts";
import { addDays } from "../../lib/time/clinic-time";
import { byWeek, formatPercent, peak, STEPS } from "./game-totals";

const dayWith = (day: string, started: number): DailyCounts => ({
  day,
  started,
  finished: 0,
  perfect: 0,
  claimed: 0,
  redeemed: 1,
});

test("weeks start on Monday and may be incomplete", () => {
  const days = [dayWith("2026-11-14", 1), dayWith("2026-11-15", 2), dayWith("2026-11-16", 4)];
  expect(byWeek(days).map(({ day, started }) => [day, started])).toEqual([
    ["2026-11-09", 3],
    ["2026-11-16", 4],
  ]);
});

test("weekly sums equal daily sums", () => {
  const counts = fc.array(fc.nat(1000), { maxLength: 60 });
  fc.assert(
    fc.property(counts, fc.nat(400), (starts, offset) => {
      const days = starts.map((started, index) =>
        dayWith(addDays("2026-01-01", offset + index), started),
      );
      const weeks = byWeek(days);
      for (const [step] of STEPS) {
        const sum = (rows: DailyCounts[]) => rows.reduce((total, row) => total + row[step], 0);
        expect(sum(weeks)).toBe(sum(days));
      }
    }),
  );
});

test("percentages are whole numbers, and a dash for a share of zero", () => {
  expect(formatPercent(591, 861)).toBe("69%");
  expect(formatPercent(0, 0)).toBe("–");
});

test("the peak is the largest count, and zero without any days", () => {
  expect(peak([dayWith("2026-11-14", 1), dayWith("2026-11-15", 12)], "started")).toBe(12);
  expect(peak([], "started")).toBe(0);
});
