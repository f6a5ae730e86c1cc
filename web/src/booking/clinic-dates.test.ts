import { expect, test } from "vitest";
import { addDays } from "../lib/time/clinic-time";
import { calendarMoment, longDateTime, longMoment, longMonth, weekday } from "./clinic-dates";

test("days are counted across months, leap days and years", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2026-03-01", -1)).toBe("2026-02-28");
});

test("a month is named", () => {
  expect(longMonth("2026-03")).toBe("March 2026");
});

test("the week begins on Monday", () => {
  expect(weekday("2026-03-02")).toBe(0);
  expect(weekday("2026-03-01")).toBe(6);
});

test.each([
  ["2026-03-02", "08:30", "Monday 2 March 2026 at 8:30 AM"],
  ["2026-12-31", "12:00", "Thursday 31 December 2026 at 12:00 PM"],
  ["2026-11-21", "13:05", "Saturday 21 November 2026 at 1:05 PM"],
])("%s %s reads as a patient would say it", (date, time, text) => {
  expect(longDateTime(date, time)).toBe(text);
});

test("a moment of the server is shown in the clinic's time, one hour ahead of UTC", () => {
  expect(longMoment("2026-03-02T23:30:00Z")).toBe("Tuesday 3 March 2026 at 12:30 AM");
});

test("a calendar gets the moment in UTC", () => {
  expect(calendarMoment("2026-03-02", "08:30")).toBe("20260302T073000Z");
  expect(calendarMoment("2026-03-02", "00:30", 45)).toBe("20260302T001500Z");
});
