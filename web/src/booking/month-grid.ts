// The month at a glance: which days are shown in which week, which of them have free times, and which day the arrow keys
// lead to.
import type { FreeDay } from "../generated/FreeDay";
import { addDays } from "../lib/time/clinic-time";
import { weekday } from "./clinic-dates";

/** `2026-03` */
export type Month = string;

/** `free` is the number of free times. */
export type DayCell = { readonly date: string; readonly day: number; readonly free: number };

/** Seven places from Monday to Sunday; null outside the month. */
export type Week = readonly (DayCell | null)[];

export function monthOf(date: string): Month {
  return date.slice(0, 7);
}

/** The months that the days belong to, in the order of the calendar. */
export function monthsOf(days: readonly FreeDay[]): Month[] {
  return [...new Set(days.map(({ date }) => monthOf(date)))];
}

/** Without the weeks that are over, so that free days are on a phone's first screen. */
export function weeksOf(month: Month, days: readonly FreeDay[]): Week[] {
  const free = new Map(days.map(({ date, slots }) => [date, slots.length]));
  const first = `${month}-01`;
  const cells: (DayCell | null)[] = Array.from({ length: weekday(first) }, () => null);
  for (let date = first; monthOf(date) === month; date = addDays(date, 1)) {
    cells.push({ date, day: Number(date.slice(8)), free: free.get(date) ?? 0 });
  }
  while (cells.length % 7 !== 0) cells.push(null);
  const weeks = Array.from({ length: cells.length / 7 }, (_, week) =>
    cells.slice(week * 7, week * 7 + 7),
  );
  const today = days[0]?.date ?? "";
  return weeks.filter((week) => week.some((cell) => cell !== null && cell.date >= today));
}

export function freeDates(days: readonly FreeDay[]): string[] {
  return days.filter(({ slots }) => slots.length > 0).map(({ date }) => date);
}

/** The free day of a month that Tab leads to: the active one or, when that has no free times, the nearest one. */
export function tabStopOf(
  active: string,
  month: Month,
  free: readonly string[],
): string | undefined {
  const inMonth = free.filter((date) => monthOf(date) === month);
  return inMonth.find((date) => date >= active) ?? inMonth.at(-1);
}

export type DayKey =
  | "ArrowLeft"
  | "ArrowRight"
  | "ArrowUp"
  | "ArrowDown"
  | "Home"
  | "End"
  | "PageUp"
  | "PageDown";

/** The free day that a key leads to: keys skip days without free times. The same day if there is none in that direction. */
export function dayAfterKey(key: DayKey, date: string, free: readonly string[]): string {
  const before = free.filter((other) => other < date).reverse();
  const after = free.filter((other) => other > date);
  const sameWeekday = (other: string) => weekday(other) === weekday(date);
  switch (key) {
    case "ArrowLeft":
      return before[0] ?? date;
    case "ArrowRight":
      return after[0] ?? date;
    case "ArrowUp":
      return before.find(sameWeekday) ?? before[0] ?? date;
    case "ArrowDown":
      return after.find(sameWeekday) ?? after[0] ?? date;
    case "Home":
      return free.find((other) => monthOf(other) === monthOf(date)) ?? date;
    case "End":
      return free.findLast((other) => monthOf(other) === monthOf(date)) ?? date;
    case "PageUp":
      return nearDay(before.filter((other) => monthOf(other) < monthOf(date)));
    case "PageDown":
      return nearDay(after.filter((other) => monthOf(other) > monthOf(date)));
  }

  /** In the nearest month with free days: the same day of the month, or the first later one. */
  function nearDay(others: readonly string[]): string {
    const [nearest] = others;
    if (nearest === undefined) return date;
    const inMonth = others.filter((other) => monthOf(other) === monthOf(nearest)).sort();
    return inMonth.find((other) => other.slice(8) >= date.slice(8)) ?? inMonth.at(-1) ?? date;
  }
}

export function isDayKey(key: string): key is DayKey {
  return /^(Arrow(Left|Right|Up|Down)|Home|End|Page(Up|Down))$/.test(key);
}
