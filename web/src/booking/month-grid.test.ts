import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays } from "../lib/time/clinic-time";
import { weekday } from "./clinic-dates";
import { type DayKey, dayAfterKey, freeDates, monthsOf, tabStopOf, weeksOf } from "./month-grid";

const free = (...dates: string[]) => dates.map((date) => ({ date, slots: ["08:00"] }));

test("March 2026 begins on a Sunday and has six weeks", () => {
  const weeks = weeksOf("2026-03", [
    { date: "2026-02-28", slots: [] },
    { date: "2026-03-02", slots: ["08:00", "08:30"] },
  ]);
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.map((cell) => cell?.day ?? null)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
    1,
  ]);
  expect(weeks[1]?.[0]).toEqual({ date: "2026-03-02", day: 2, free: 2 });
  expect(weeks[5]?.map((cell) => cell?.day ?? null)).toEqual([
    30,
    31,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test("weeks before the first day are left out", () => {
  const weeks = weeksOf("2026-03", [{ date: "2026-03-11", slots: ["08:00"] }]);
  expect(weeks[0]?.[0]?.date).toBe("2026-03-09");
  expect(weeks).toHaveLength(4);
});

test("every month has each of its days once, under its weekday", () => {
  const months = fc.integer({ min: 0, max: 12 * 200 }).map((count) => {
    const month = String((count % 12) + 1).padStart(2, "0");
    return `${1950 + Math.floor(count / 12)}-${month}`;
  });
  fc.assert(
    fc.property(months, (month) => {
      const weeks = weeksOf(month, []);
      const cells = weeks.flat();
      expect(weeks.every((week) => week.length === 7)).toBe(true);
      const days = cells.filter((cell) => cell !== null);
      const [year = 0, number = 0] = month.split("-").map(Number);
      expect(days).toHaveLength(new Date(Date.UTC(year, number, 0)).getUTCDate());
      for (const [index, cell] of cells.entries()) {
        if (cell) expect(weekday(cell.date)).toBe(index % 7);
      }
    }),
  );
});

test("the months of the free days are listed once each, in order", () => {
  expect(monthsOf(free("2026-11-30", "2026-12-01", "2026-12-02", "2027-01-04"))).toEqual([
    "2026-11",
    "2026-12",
    "2027-01",
  ]);
});

test("a day without free times is not free", () => {
  expect(freeDates([...free("2026-03-02"), { date: "2026-03-03", slots: [] }])).toEqual([
    "2026-03-02",
  ]);
});

describe("keys in the month", () => {
  const dates = [
    "2026-03-02",
    "2026-03-03",
    "2026-03-05",
    "2026-03-10",
    "2026-04-07",
    "2026-04-14",
  ];
  test.each<[DayKey, string, string]>([
    ["ArrowRight", "2026-03-03", "2026-03-05"],
    ["ArrowLeft", "2026-03-05", "2026-03-03"],
    ["ArrowLeft", "2026-03-02", "2026-03-02"],
    ["ArrowDown", "2026-03-03", "2026-03-10"],
    ["ArrowDown", "2026-03-05", "2026-03-10"],
    ["ArrowUp", "2026-03-10", "2026-03-03"],
    ["Home", "2026-03-10", "2026-03-02"],
    ["End", "2026-03-02", "2026-03-10"],
    ["PageDown", "2026-03-10", "2026-04-14"],
    ["PageDown", "2026-03-02", "2026-04-07"],
    ["PageUp", "2026-04-14", "2026-03-10"],
    ["PageDown", "2026-04-14", "2026-04-14"],
  ])("%s from %s leads to %s", (key, from, to) => {
    expect(dayAfterKey(key, from, dates)).toBe(to);
  });

  test("no key leads to a day without free times", () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 120 }), { minLength: 1 });
    const keys = fc.constantFrom<DayKey>(
      "ArrowLeft",
      "ArrowRight",
      "ArrowUp",
      "ArrowDown",
      "Home",
      "End",
      "PageUp",
      "PageDown",
    );
    fc.assert(
      fc.property(days, keys, fc.nat(), (offsets, key, start) => {
        const sorted = [...offsets].sort((a, b) => a - b).map((day) => addDays("2026-01-01", day));
        const from = sorted[start % sorted.length] ?? "";
        expect(sorted).toContain(dayAfterKey(key, from, sorted));
      }),
    );
  });
});

test("Tab leads to a free day of the month that is shown, also when the active day has just filled", () => {
  const dates = ["2026-03-02", "2026-03-20", "2026-04-01"];
  expect(tabStopOf("2026-03-20", "2026-03", dates)).toBe("2026-03-20");
  expect(tabStopOf("2026-03-04", "2026-03", dates)).toBe("2026-03-20");
  expect(tabStopOf("2026-03-25", "2026-03", dates)).toBe("2026-03-20");
  expect(tabStopOf("2026-03-20", "2026-05", dates)).toBeUndefined();
});
