import { expect, test } from "vitest";
import {
  type Action,
  type Booking,
  bookingReducer,
  fieldError,
  newBooking,
} from "./booking-reducer";

const run = (...actions: Action[]): Booking => actions.reduce(bookingReducer, newBooking);

const chosen: Action[] = [
  { type: "chooseService", service: "eye-exams" },
  { type: "chooseDay", date: "2026-03-02" },
  { type: "chooseTime", time: "08:30" },
  { type: "type", field: "name", value: "Ada Obi" },
  { type: "type", field: "phone", value: "0803 123 4567" },
];
const booked = {
  reference: "K7Q-4XM",
  state: "requested",
  manage: "/appointment#t",
  emailed: true,
} as const;
const offer = { date: "2026-03-03", time: "09:00" };

test("service, day and time are chosen one after the other", () => {
  expect(run().step).toBe("service");
  expect(run(...chosen.slice(0, 1)).step).toBe("day");
  expect(run(...chosen.slice(0, 2)).step).toBe("time");
  expect(run(...chosen.slice(0, 3)).step).toBe("details");
});

test("another service needs another day, and what was typed stays", () => {
  const booking = run(...chosen, { type: "chooseService", service: "frames" });
  expect(booking).toMatchObject({ step: "day", service: "frames", date: null, time: null });
  expect(booking.details.name).toBe("Ada Obi");
});

test("the same service again keeps the day and the time", () => {
  const booking = run(...chosen, { type: "goTo", step: "service" }, chosen[0] as Action);
  expect(booking).toMatchObject({ step: "details", date: "2026-03-02", time: "08:30" });
});

test("a step can be opened only when everything before it is chosen", () => {
  expect(run({ type: "goTo", step: "time" }).step).toBe("service");
  expect(run(...chosen.slice(0, 1), { type: "goTo", step: "details" }).step).toBe("day");
  expect(run(...chosen, { type: "goTo", step: "day" }).step).toBe("day");
});

test("nothing changes while the request is under way, so that a second press sends nothing else", () => {
  const busy = run(...chosen, { type: "submit" });
  expect(busy.attempt.kind).toBe("busy");
  for (const action of [...chosen, { type: "submit" }, { type: "goTo", step: "day" }] as Action[]) {
    expect(bookingReducer(busy, action)).toBe(busy);
  }
});

test("a taken time can be replaced by an offered one without typing anything again", () => {
  const failure = { kind: "taken", message: "Taken.", nearest: [offer] } as const;
  const failed = run(...chosen, { type: "submit" }, { type: "fail", failure });
  expect(failed).toMatchObject({ step: "details", attempt: { kind: "failed", failure } });
  const again = bookingReducer(failed, { type: "chooseOffer", offer });
  expect(again).toMatchObject({ ...offer, step: "details", attempt: { kind: "none" } });
  expect(again.details).toMatchObject({ name: "Ada Obi", phone: "0803 123 4567" });
});

test("the sentence about a field disappears when the field is changed; the others stay", () => {
  const fields = { phone: "Please check the number.", email: "Please check the address." };
  const failed = run(
    ...chosen,
    { type: "submit" },
    { type: "fail", failure: { kind: "invalid", fields } },
  );
  expect(fieldError(failed, "phone")).toBe(fields.phone);
  const typed = bookingReducer(failed, { type: "type", field: "phone", value: "0803" });
  expect(fieldError(typed, "phone")).toBeUndefined();
  expect(fieldError(typed, "email")).toBe(fields.email);
});

test.each([
  ["service", "service"],
  ["time", "day"],
] as const)(
  "a %s that cannot be booked leads back to its step with the sentence",
  (field, step) => {
    const fields = { [field]: "Please choose another one." };
    const failed = run(
      ...chosen,
      { type: "submit" },
      { type: "fail", failure: { kind: "invalid", fields } },
    );
    expect(failed.step).toBe(step);
    expect(fieldError(failed, field)).toBe("Please choose another one.");
    expect(failed.details.name).toBe("Ada Obi");
  },
);

test("after the booking nothing can be changed, except to start another one for the same person", () => {
  const done = run(...chosen, { type: "submit" }, { type: "succeed", booked });
  expect(done.booked).toEqual(booked);
  for (const action of chosen) expect(bookingReducer(done, action)).toBe(done);
  const next = bookingReducer(done, { type: "restart", isOtherPerson: false });
  expect(next).toMatchObject({ step: "service", service: null, booked: null });
  expect(next.details.name).toBe("Ada Obi");
});
