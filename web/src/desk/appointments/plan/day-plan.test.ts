import { expect, test } from "vitest";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import { appointment, chairs } from "../../testing/samples";
import {
  freeTimes,
  minutesOf,
  percentTaken,
  planOfDay,
  timeOf,
  timeToAdd,
  weekLayout,
} from "./day-plan";

const data: DeskAppointments = {
  chairs: 2,
  columns: chairs(2),
  services: [],
  days: [
    {
      date: "2026-03-02",
      open: [{ from: 480, until: 660 }],
      chairs: [],
      closure: null,
      minutesOpen: 360,
      minutesTaken: 60,
    },
  ],
  appointments: [],
  blocked: [],
};

/** The day before at the clinic. */
const BEFORE = Date.parse("2026-03-01T09:00:00Z");

const states = (plan: ReturnType<typeof planOfDay>, chair: number) =>
  plan.map(({ time, cells }) => `${time} ${cells[chair - 1]?.state}`);

test("an empty day has a free cell for each half hour and chair", () => {
  const plan = planOfDay(data, "2026-03-02", BEFORE);
  expect(plan.map(({ time }) => time)).toEqual([
    "08:00",
    "08:30",
    "09:00",
    "09:30",
    "10:00",
    "10:30",
  ]);
  expect(plan.every(({ cells }) => cells.length === 2)).toBe(true);
  expect(plan.every(({ cells }) => cells.every(({ state }) => state === "free"))).toBe(true);
});

test("a visit takes its chair until the end of its buffer, and no other chair", () => {
  const visit = {
    ...appointment,
    date: "2026-03-02",
    time: "08:30",
    minutes: 45,
    buffer: 15,
    chair: 1,
  };
  const plan = planOfDay({ ...data, appointments: [visit] }, "2026-03-02", BEFORE);
  expect(states(plan, 1)).toEqual([
    "08:00 free",
    "08:30 taken",
    "09:00 taken",
    "09:30 free",
    "10:00 free",
    "10:30 free",
  ]);
  expect(states(plan, 2).every((state) => state.endsWith("free"))).toBe(true);
  expect(plan[1]?.cells[0]?.visits).toEqual([visit]);
  expect(plan[2]?.cells[0]?.visits).toEqual([]);
});

test("a cancelled appointment takes no chair", () => {
  const visit = { ...appointment, date: "2026-03-02", time: "08:30", state: "cancelled" as const };
  const plan = planOfDay({ ...data, appointments: [visit] }, "2026-03-02", BEFORE);
  expect(states(plan, visit.chair)).not.toContain("08:30 taken");
});

test("a visit outside the opening hours and a blocked time are shown", () => {
  const late = {
    ...appointment,
    date: "2026-03-02",
    time: "11:35",
    minutes: 30,
    buffer: 0,
    chair: 2,
  };
  const block = {
    id: "b",
    chair: 1,
    date: "2026-03-02",
    from: "10:00",
    until: "11:00",
    reason: "Staff meeting",
  };
  const plan = planOfDay({ ...data, appointments: [late], blocked: [block] }, "2026-03-02", BEFORE);
  expect(states(plan, 2).slice(5)).toEqual([
    "10:30 free",
    "11:00 closed",
    "11:30 taken",
    "12:00 taken",
  ]);
  expect(states(plan, 1).slice(4, 7)).toEqual(["10:00 taken", "10:30 taken", "11:00 closed"]);
  expect(plan[4]?.cells[0]?.blocked).toEqual([block]);
});

test("a closed day without visits has no rows", () => {
  expect(planOfDay(data, "2026-03-08")).toEqual([]);
});

test("a time is free when one of the chairs is", () => {
  const visit = { ...appointment, date: "2026-03-02", time: "08:30", minutes: 45, buffer: 15 };
  const block = { id: "b", date: "2026-03-02", from: "08:00", until: "09:00", reason: "Meeting" };
  const free = (changes: Partial<DeskAppointments>) =>
    freeTimes({ ...data, ...changes }, "2026-03-02", BEFORE).map(
      ({ from, until }) => `${timeOf(from)}-${timeOf(until)}`,
    );
  expect(free({})).toEqual(["08:00-11:00"]);
  expect(free({ appointments: [{ ...visit, chair: 1 }] })).toEqual(["08:00-11:00"]);
  const taken = { appointments: [{ ...visit, chair: 1 }], blocked: [{ ...block, chair: 2 }] };
  expect(free(taken)).toEqual(["08:00-08:30", "09:00-11:00"]);
  expect(freeTimes(data, "2026-03-08", BEFORE)).toEqual([]);
});

test("what is over is not named as free", () => {
  const at = (now: string) =>
    freeTimes(data, "2026-03-02", Date.parse(now)).map(
      ({ from, until }) => `${timeOf(from)}-${timeOf(until)}`,
    );
  // 10:10 AM at the clinic.
  expect(at("2026-03-02T09:10:00Z")).toEqual(["10:10-11:00"]);
  expect(at("2026-03-03T09:00:00Z")).toEqual([]);
});

test("a patient is added now, in steps of five minutes, or in the morning of another day", () => {
  const now = Date.parse("2026-03-02T14:49:59Z");
  expect(timeToAdd("2026-03-02", now)).toBe("15:45");
  expect(timeToAdd("2026-03-03", now)).toBe("09:00");
});

test("times and minutes and shares", () => {
  expect(minutesOf("08:30")).toBe(510);
  expect(timeOf(510)).toBe("08:30");
  expect(percentTaken(90, 360)).toBe(25);
  expect(percentTaken(0, 0)).toBeNull();
  expect(percentTaken(400, 360)).toBe(100);
});

test("a cell is not free when it is over or too short for the shortest visit", () => {
  const services = [{ slug: "eye-exams", title: "Eye exams", minutes: 30, buffer: 15 }];
  const visit = {
    ...appointment,
    date: "2026-03-02",
    time: "09:30",
    minutes: 60,
    buffer: 0,
    chair: 1,
  };
  const plan = planOfDay(
    { ...data, services, appointments: [visit] },
    "2026-03-02",
    // 8:40 AM at the clinic.
    Date.parse("2026-03-02T07:40:00Z"),
  );
  expect(states(plan, 1)).toEqual([
    "08:00 closed",
    "08:30 free",
    "09:00 closed",
    "09:30 taken",
    "10:00 taken",
    "10:30 free",
  ]);
});

const visitsEvery = (minutes: number, ...times: string[]): DeskAppointments => ({
  ...data,
  appointments: times.map((time) => ({
    ...appointment,
    id: time,
    date: "2026-03-02",
    time,
    minutes,
    buffer: 0,
    chair: 1,
  })),
});

test("in the week, short visits stand beside each other, and those with room around them do not", () => {
  const { scale, halves } = weekLayout(
    visitsEvery(30, "08:00", "08:30", "09:00", "10:00", "11:00"),
  );
  expect(scale).toBe(1);
  expect([...halves]).toEqual([
    ["08:00", 1],
    ["08:30", 2],
    ["09:00", 1],
  ]);
  expect(weekLayout(visitsEvery(60, "08:00", "09:00")).halves.size).toBe(0);
});

test("a blocked time is not covered by the short visit before it", () => {
  const block = { id: "b1", chair: 1, date: "2026-03-02", from: "08:30", until: "09:00" };
  const { halves } = weekLayout({
    ...visitsEvery(30, "08:00"),
    blocked: [{ ...block, reason: "Meeting" }],
  });
  expect([...halves]).toEqual([
    ["08:00", 1],
    ["b1", 2],
  ]);
});

test("a week of very short visits is drawn higher instead of three beside each other", () => {
  const { scale, minutes, halves } = weekLayout(visitsEvery(15, "08:00", "08:15", "08:30"));
  expect({ scale, minutes }).toEqual({ scale: 2, minutes: 27.5 });
  expect([...halves.values()]).toEqual([1, 2, 1]);
});

test("a week of visits every half hour is as low as it can be, and one with visits every 25 minutes is not", () => {
  expect(weekLayout(visitsEvery(30, "08:00", "08:30", "09:00", "09:30")).scale).toBe(1);
  expect(weekLayout(visitsEvery(25, "08:00", "08:25", "08:50")).scale).toBeGreaterThan(1);
});

test("a chair is free only in its own hours and for a visit that it takes", () => {
  const short = { number: 7, name: "Room 2", services: ["frames"] };
  const long = { number: 2, name: "Dr. Amadi", services: ["exam"] };
  const named: DeskAppointments = {
    ...data,
    columns: [short, long],
    services: [
      { slug: "frames", title: "Frames", minutes: 30, buffer: 0 },
      { slug: "exam", title: "Exam", minutes: 45, buffer: 15 },
    ],
    days: data.days.map((day) => ({
      ...day,
      chairs: [{ chair: 7, open: [{ from: 600, until: 660 }] }],
    })),
    blocked: [
      { id: "b1", chair: 2, date: "2026-03-02", from: "09:30", until: "11:00", reason: "Meeting" },
      { id: "b2", chair: 7, date: "2026-03-02", from: "10:30", until: "11:00", reason: "Meeting" },
    ],
  };
  const plan = planOfDay(named, "2026-03-02", BEFORE);
  expect(plan[0]?.cells.map(({ chair }) => chair)).toEqual([7, 2]);
  const inColumn = (column: number) => plan.map(({ cells }) => cells[column]?.state);
  expect(inColumn(0)).toEqual(["closed", "closed", "closed", "closed", "free", "taken"]);
  expect(inColumn(1)).toEqual(["free", "free", "closed", "taken", "taken", "taken"]);
  expect(freeTimes(named, "2026-03-02", BEFORE)).toEqual([
    { from: 480, until: 570 },
    { from: 600, until: 630 },
  ]);
});
