import { expect, test } from "vitest";
import { sampleHours } from "../../fixtures/samples";
import { clockTime, openState } from "./open-state";

/** Lagos is an hour ahead of UTC. 2 November 2026 is a Monday. */
const lagos = (day: number, time: string) => Date.parse(`2026-11-0${day}T${time}:00+01:00`);

test.each([
  ["Monday at opening", lagos(2, "08:00"), { open: true, until: "6:00 PM" }],
  ["Friday a minute before closing", lagos(6, "17:59"), { open: true, until: "6:00 PM" }],
  ["Saturday at noon", lagos(7, "12:00"), { open: true, until: "2:00 PM" }],
  ["Monday before opening", lagos(2, "07:59"), { open: false, next: "today at 8:00 AM" }],
  ["Monday at closing", lagos(2, "18:00"), { open: false, next: "tomorrow at 8:00 AM" }],
  ["Saturday afternoon", lagos(7, "14:00"), { open: false, next: "Monday at 8:00 AM" }],
  ["Sunday", lagos(8, "12:00"), { open: false, next: "tomorrow at 8:00 AM" }],
  ["the first minute of Monday", lagos(9, "00:00"), { open: false, next: "today at 8:00 AM" }],
  ["the last minute of Sunday", lagos(8, "23:59"), { open: false, next: "tomorrow at 8:00 AM" }],
])("%s", (_, now, state) => {
  expect(openState(sampleHours, [], now)).toEqual(state);
});

test("a clinic that never opens has no next opening time", () => {
  const never = [{ days: "Every day", times: "Closed", firstDay: 1, lastDay: 7, open: [] }];
  expect(openState(never, [], lagos(3, "10:00"))).toEqual({ open: false, next: null });
});

test("a clinic that opens one day a week names that day again after closing", () => {
  const once = [
    { days: "Monday", times: "", firstDay: 1, lastDay: 1, open: [{ from: 480, until: 600 }] },
  ];
  expect(openState(once, [], lagos(2, "11:00"))).toEqual({
    open: false,
    next: "Monday at 8:00 AM",
  });
});

test("a clinic with a break is closed during it", () => {
  const split = [
    {
      days: "Monday",
      times: "",
      firstDay: 1,
      lastDay: 1,
      open: [
        { from: 480, until: 720 },
        { from: 780, until: 1080 },
      ],
    },
  ];
  expect(openState(split, [], lagos(2, "11:59"))).toEqual({ open: true, until: "12:00 PM" });
  expect(openState(split, [], lagos(2, "12:00"))).toEqual({
    open: false,
    next: "today at 1:00 PM",
  });
  expect(openState(split, [], lagos(2, "13:00"))).toEqual({ open: true, until: "6:00 PM" });
});

test("a clinic is closed on the days of a closure", () => {
  const closure = (from: string, until: string) => [
    { from, until, days: "", times: "Closed", reason: "Holiday", open: [] },
  ];
  expect(openState(sampleHours, closure("2026-11-02", "2026-11-02"), lagos(2, "10:00"))).toEqual({
    open: false,
    next: "tomorrow at 8:00 AM",
  });
  expect(openState(sampleHours, closure("2026-11-02", "2026-11-03"), lagos(1, "10:00"))).toEqual({
    open: false,
    next: "Wednesday at 8:00 AM",
  });
  expect(openState(sampleHours, closure("2026-11-02", "2026-11-15"), lagos(1, "10:00"))).toEqual({
    open: false,
    next: "Monday (2026-11-16) at 8:00 AM",
  });
  expect(openState(sampleHours, closure("2026-11-02", "2026-11-03"), lagos(4, "10:00"))).toEqual({
    open: true,
    until: "6:00 PM",
  });
});

test.each([
  [0, "12:00 AM"],
  [510, "8:30 AM"],
  [720, "12:00 PM"],
  [1080, "6:00 PM"],
  [1440, "12:00 AM"],
])("%i minutes after midnight is %s", (minutes, text) => {
  expect(clockTime(minutes)).toBe(text);
});
