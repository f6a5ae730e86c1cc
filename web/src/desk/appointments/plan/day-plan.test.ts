import { expect, test } from "vitest";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import { appointment, chairs } from "../../testing/samples";
import {
  freeTimes,
  hoursOf,
  minutesOf,
  percentTaken,
  planOfDay,
  timeOf,
  timeToAdd,
  visitsOf,
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

const visitAt = (time: string, chair: number, changes: Partial<DeskAppointment> = {}) => ({
  ...appointment,
  id: `${time} ${chair}`,
  date: "2026-03-02",
  time,
  minutes: 30,
  buffer: 0,
  chair,
  ...changes,
});
const blockAt = (from: string, until: string, chair: number, date = "2026-03-02") => ({
  id: `block ${from}`,
  chair,
  date,
  from,
  until,
  reason: "Meeting",
});

/** Open until noon and after one o'clock. */
const withBreak: DeskAppointments = {
  ...data,
  days: data.days.map((day) => ({
    ...day,
    open: [
      { from: 600, until: 720 },
      { from: 780, until: 840 },
    ],
  })),
};

/** With a longer day before it, on which one chair has no hours. */
const withDayBefore: DeskAppointments = {
  ...data,
  days: [
    ...data.days.map((day) => ({
      ...day,
      date: "2026-03-01",
      open: [{ from: 420, until: 900 }],
      chairs: [{ chair: 1, open: [] }],
    })),
    ...data.days,
  ],
};

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

test("visits are in the order of their times, and at the same time of their chairs", () => {
  const appointments = [
    visitAt("10:00", 1),
    visitAt("09:00", 2),
    visitAt("09:00", 1),
    visitAt("08:30", 1, { state: "cancelled" }),
    visitAt("08:00", 1, { date: "2026-03-03" }),
    visitAt("08:00", 2),
  ];
  expect(visitsOf({ ...data, appointments }, "2026-03-02").map(({ id }) => id)).toEqual([
    "08:00 2",
    "09:00 1",
    "09:00 2",
    "10:00 1",
  ]);
});

test("nothing of another day is in the plan", () => {
  const plan = planOfDay(
    {
      ...withDayBefore,
      appointments: [visitAt("08:00", 1, { date: "2026-03-01" })],
      blocked: [blockAt("09:00", "10:00", 2, "2026-03-01")],
    },
    "2026-03-02",
    BEFORE,
  );
  expect(plan).toEqual(planOfDay(data, "2026-03-02", BEFORE));
});

test("a visit and a blocked time are only in the cell in which they begin", () => {
  const plan = planOfDay(
    {
      ...data,
      appointments: [visitAt("09:00", 1, { minutes: 60 }), visitAt("09:20", 2)],
      blocked: [blockAt("08:30", "09:00", 2), blockAt("10:00", "11:00", 1)],
    },
    "2026-03-02",
    BEFORE,
  );
  const shown = plan.flatMap(({ time, cells }) =>
    cells.flatMap(({ chair, visits, blocked }) =>
      [...visits, ...blocked].map(({ id }) => `${time} ${chair}: ${id}`),
    ),
  );
  expect(shown).toEqual([
    "08:30 2: block 08:30",
    "09:00 1: 09:00 1",
    "09:00 2: 09:20 2",
    "10:00 1: block 10:00",
  ]);
});

test("a plan with a visit before the opening hours begins with the half hour of the visit", () => {
  const plan = planOfDay({ ...data, appointments: [visitAt("07:45", 1)] }, "2026-03-02", BEFORE);
  expect(states(plan, 1).slice(0, 3)).toEqual(["07:30 taken", "08:00 taken", "08:30 free"]);
  expect(states(plan, 2).slice(0, 2)).toEqual(["07:30 closed", "08:00 free"]);
});

test("a chair is free before and after a break", () => {
  expect(states(planOfDay(withBreak, "2026-03-02", BEFORE), 1)).toEqual([
    "10:00 free",
    "10:30 free",
    "11:00 free",
    "11:30 free",
    "12:00 closed",
    "12:30 closed",
    "13:00 free",
    "13:30 free",
  ]);
  expect(freeTimes(withBreak, "2026-03-02", BEFORE)).toEqual([
    { from: 600, until: 720 },
    { from: 780, until: 840 },
  ]);
});

test("a half hour that ends now is over", () => {
  // 9:00 AM at the clinic.
  const plan = planOfDay(data, "2026-03-02", Date.parse("2026-03-02T08:00:00Z"));
  expect(states(plan, 1).slice(0, 3)).toEqual(["08:00 closed", "08:30 closed", "09:00 free"]);
});

test("chairs that are gone come last while they have visits, and take no other", () => {
  const plan = planOfDay(
    {
      ...data,
      appointments: [visitAt("08:00", 9), visitAt("08:30", 5), visitAt("09:00", 9)],
    },
    "2026-03-02",
    BEFORE,
  );
  expect(plan[0]?.cells.map(({ chair }) => chair)).toEqual([1, 2, 5, 9]);
  expect(states(plan, 3)).toEqual([
    "08:00 closed",
    "08:30 taken",
    "09:00 closed",
    "09:30 closed",
    "10:00 closed",
    "10:30 closed",
  ]);
});

test("a cell in which the shortest service of its chair fits is free", () => {
  const services = [
    { slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 },
    { slug: "frames", title: "Frames", minutes: 30, buffer: 0 },
  ];
  const columns = [{ number: 1, name: "Chair 1", services: ["eye-exams", "frames"] }];
  const appointments = [visitAt("09:30", 1)];
  const plan = planOfDay({ ...data, columns, services, appointments }, "2026-03-02", BEFORE);
  expect(states(plan, 1).slice(1, 4)).toEqual(["08:30 free", "09:00 free", "09:30 taken"]);
});

test("a week begins with its earliest plan and ends with its latest one", () => {
  const plan = (day: DeskAppointments) => planOfDay(day, "2026-03-02", BEFORE);
  expect(hoursOf([plan(data), plan(withBreak), []])).toEqual({ from: 480, until: 840 });
  expect(hoursOf([[], []])).toBeNull();
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

test("what is at the same time in another chair or on another day has its own width", () => {
  const { scale, halves } = weekLayout({
    ...withDayBefore,
    appointments: [visitAt("08:00", 1), visitAt("08:30", 2), visitAt("09:00", 1)],
    blocked: [
      blockAt("08:00", "08:30", 1, "2026-03-01"),
      blockAt("08:30", "09:00", 1, "2026-03-01"),
    ],
  });
  expect([scale, halves.size]).toEqual([1, 0]);
});

test("a blocked time is drawn as long as it is, so the visit before or after it has its own width", () => {
  const { halves } = weekLayout({
    ...data,
    appointments: [visitAt("08:10", 1), visitAt("10:00", 1)],
    blocked: [blockAt("08:00", "08:10", 1), blockAt("09:30", "10:00", 1)],
  });
  expect(halves.size).toBe(0);
});

test("visits beside each other keep their halves after a short blocked time", () => {
  const { halves } = weekLayout({
    ...visitsEvery(15, "08:00", "08:30"),
    blocked: [blockAt("08:15", "08:25", 1)],
  });
  expect([...halves]).toEqual([
    ["08:00", 1],
    ["block 08:15", 2],
    ["08:30", 2],
  ]);
});

test("a half is free again in the minute in which what stands there ends", () => {
  const beside = weekLayout(visitsEvery(25, "08:00", "08:30", "08:55", "09:25"));
  expect([beside.scale, ...beside.halves.values()]).toEqual([1, 1, 2, 1, 2]);
  const after = weekLayout(visitsEvery(25, "08:00", "08:30", "09:25"));
  expect([...after.halves.keys()]).toEqual(["08:00", "08:30"]);
});

test("a week is as high as its chair with the shortest visits needs", () => {
  const { scale } = weekLayout({
    ...data,
    appointments: [
      ...visitsEvery(15, "08:00", "08:15", "08:30").appointments,
      visitAt("08:00", 2),
      visitAt("10:00", 2),
    ],
  });
  expect(scale).toBe(2);
});

test("a week with three visits at the same time in one chair is drawn as high as possible", () => {
  const { scale, minutes, halves } = weekLayout(visitsEvery(30, "08:00", "08:00", "08:00"));
  expect([scale, minutes, halves.size]).toEqual([11, 5, 0]);
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
