import { expect, test } from "vitest";
import { addDays, dayOf, sayDay, sayMoment, sayTime, today } from "./times";

test("a moment belongs to the day that the clinic's clock shows", () => {
  expect(dayOf("2026-11-14T22:59:59Z")).toBe("2026-11-14");
  expect(dayOf("2026-11-14T23:00:00Z")).toBe("2026-11-15");
  expect(dayOf("2026-11-14")).toBe("2026-11-14");
  expect(today(Date.parse("2026-12-31T23:30:00Z"))).toBe("2027-01-01");
});

test("days are counted on the calendar", () => {
  expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
  expect(addDays("2026-11-15", -27)).toBe("2026-10-19");
});

test.each([
  ["2026-11-14T23:05:00Z", "12:05 am"],
  ["2026-11-14T11:00:00Z", "12:00 pm"],
  ["2026-11-14T14:45:00Z", "3:45 pm"],
])("%s is %s", (iso, said) => {
  expect(sayTime(iso)).toBe(said);
});

test("near days have names, others a date", () => {
  const now = Date.parse("2026-11-15T08:00:00Z");
  expect(sayMoment("2026-11-15T07:00:00Z", now)).toBe("today at 8:00 am");
  expect(sayMoment("2026-11-14T07:00:00Z", now)).toBe("yesterday at 8:00 am");
  expect(sayMoment("2026-11-13T07:00:00Z", now)).toBe("on 13 November 2026 at 8:00 am");
  expect(sayDay("2027-02-13T10:00:00Z")).toBe("13 February 2027");
});
