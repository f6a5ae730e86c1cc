import { expect, test } from "vitest";
import { addDays } from "../lib/time/clinic-time";
import {
  dayOf,
  formatAppearance,
  formatClock,
  formatDay,
  formatDayAndMonth,
  formatMoment,
  formatTime,
  formatWeekday,
  mondayOf,
  today,
} from "./clinic-time";

test("days change at midnight in clinic time", () => {
  expect(dayOf("2026-11-14T22:59:59Z")).toBe("2026-11-14");
  expect(dayOf("2026-11-14T23:00:00Z")).toBe("2026-11-15");
  expect(dayOf("2026-11-14")).toBe("2026-11-14");
  expect(today(Date.parse("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
});

test("addDays crosses the ends of months", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-11-15", -27)).toBe("2026-10-19");
});

test.each([
  ["2026-11-14T23:05:00Z", "12:05 AM"],
  ["2026-11-14T11:00:00Z", "12:00 PM"],
  ["2026-11-14T14:45:00Z", "3:45 PM"],
])("%s is shown as %s", (iso, shown) => {
  expect(formatTime(iso)).toBe(shown);
});

test("today and yesterday are named, other days have a date", () => {
  const now = Date.parse("2026-11-15T08:00:00Z");
  expect(formatMoment("2026-11-15T07:00:00Z", now)).toBe("today at 8:00 AM");
  expect(formatMoment("2026-11-14T07:00:00Z", now)).toBe("yesterday at 8:00 AM");
  expect(formatMoment("2026-11-13T07:00:00Z", now)).toBe("on 13 November 2026 at 8:00 AM");
  expect(formatDay("2027-02-13T10:00:00Z")).toBe("13 February 2027");
});

test("a week begins on Monday", () => {
  expect(mondayOf("2026-03-08")).toBe("2026-03-02");
  expect(mondayOf("2026-03-02")).toBe("2026-03-02");
});

test("a time of the clinic and a weekday are written out", () => {
  expect(formatClock("13:05")).toBe("1:05 PM");
  expect(formatWeekday("2026-11-16")).toBe("Monday 16 November 2026");
  expect(formatDayAndMonth("2026-11-16")).toBe("16 November");
});

test("a scheduled article says its day, and its time when it has one", () => {
  const now = Date.parse("2026-11-16T09:00:00Z");
  expect(formatAppearance("2026-11-17", now)).toBe("from 17 November");
  expect(formatAppearance("2026-11-17T14:30", now)).toBe("from 17 November at 2:30 PM");
  expect(formatAppearance("2027-01-02", now)).toBe("from 2 January 2027");
});
