import { expect, test } from "vitest";
import { describeChairs, hoursOn } from "./new-hours";

const CLINIC = `[hours]
thursday = "08:00-12:00, 13:00-18:00"
sunday = "closed"
[booking]
chairs = 2
[[closures]]
date = 2026-12-25
reason = "Christmas"
[[other_hours]]
from = 2026-12-20
to = 2026-12-31
hours = "09:00-15:00"
[[other_hours]]
date = 2026-12-24
hours = "08:00-12:00"
reason = "Christmas Eve"
`;

test.each([
  ["2026-12-17", "8:00 AM to 12:00 PM and 1:00 PM to 6:00 PM"],
  ["2026-12-13", "Closed"],
  ["2026-12-25", "Closed (Christmas)"],
  ["2026-12-24", "8:00 AM to 12:00 PM (Christmas Eve)"],
  ["2026-12-23", "9:00 AM to 3:00 PM"],
])("on %s the clinic is open: %s", (day, expected) => {
  expect(hoursOn(CLINIC, day)).toBe(expected);
});

test("what cannot be read is not described", () => {
  expect(hoursOn("[hours", "2026-12-17")).toBeNull();
  expect(hoursOn('[hours]\nthursday = "early"\n', "2026-12-17")).toBeNull();
});

test("chairs are others when their number, services or hours are, and not when only their name is", () => {
  const named = (name: string, number: number, more = "") =>
    `[booking]\n[[booking.named_chairs]]\nname = "${name}"\nnumber = ${number}\n${more}`;
  const before = describeChairs(named("Room 1", 1));
  expect(describeChairs(named("Room A", 1))).toBe(before);
  const hours = '[booking.named_chairs.hours]\nmonday = "closed"\n';
  for (const others of [
    named("Room 1", 2),
    named("Room 1", 1, 'services = ["frames"]\n'),
    named("Room 1", 1, hours),
  ]) {
    expect(describeChairs(others), others).not.toBe(before);
  }
  expect(describeChairs(CLINIC)).not.toBe(
    describeChairs(CLINIC.replace("chairs = 2", "chairs = 1")),
  );
  expect(describeChairs(CLINIC)).toBe(describeChairs(CLINIC.replace("09:00-15:00", "10:00-15:00")));
});
