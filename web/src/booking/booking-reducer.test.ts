import { expect, test } from "vitest";
import {
  type Action,
  atFormFields,
  type Booking,
  bookingReducer,
  fieldError,
  newBooking,
  otherPatient,
  patientRequest,
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
  expect(run(...chosen.slice(0, 1), { type: "goTo", step: "service" }).step).toBe("service");
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

const refused = (fields: Record<string, string>): Booking =>
  run(...chosen, { type: "submit" }, { type: "fail", failure: { kind: "invalid", fields } });

test("a booking starts with nothing chosen and nothing typed", () => {
  expect(run()).toEqual({
    step: "service",
    service: null,
    date: null,
    time: null,
    details: { name: "", phone: "", email: "", note: "", isForOther: false, patient: "" },
    attempt: { kind: "none" },
    booked: null,
  });
  expect(fieldError(run(), "phone")).toBeUndefined();
});

test("what was kept is there again", () => {
  const { step, service, date, time, details } = run(...chosen);
  const kept = { step, service, date, time, details };
  expect(run({ type: "restore", kept })).toEqual(run(...chosen));
});

test("the same day again keeps its time, another day needs another time", () => {
  const [, day] = chosen as [Action, Action];
  expect(run(...chosen, day)).toMatchObject({ step: "time", time: "08:30" });
  const other = run(...chosen, { type: "chooseDay", date: "2026-03-03" });
  expect(other).toMatchObject({ step: "time", date: "2026-03-03", time: null });
});

test("the same service again leads to the first step that is not chosen", () => {
  const [service, day] = chosen as [Action, Action];
  expect(run(service, service).step).toBe("day");
  expect(run(service, day, service).step).toBe("time");
});

test("the message about a failed attempt disappears with another choice", () => {
  const failure = { kind: "invalid", fields: { service: "Please choose another one." } } as const;
  const failed = run(...chosen, { type: "submit" }, { type: "fail", failure });
  for (const action of chosen.slice(0, 3)) {
    expect(bookingReducer(failed, action).attempt.kind).toBe("none");
  }
});

test("the appointment is asked for only from the last step", () => {
  expect(run(...chosen.slice(0, 2), { type: "submit" }).attempt.kind).toBe("none");
});

test("a service or a time that cannot be booked has to be chosen again", () => {
  const message = "Please choose another one.";
  expect(refused({ service: message })).toMatchObject({ service: null, date: null, time: null });
  const noTime = refused({ time: message });
  expect(noTime).toMatchObject({ service: "eye-exams", date: null, time: null });
  expect(refused({ phone: message })).toMatchObject({ step: "details", time: "08:30" });
});

test("a message that is about no field stays while something is typed", () => {
  const failure = { kind: "taken", message: "Taken.", nearest: [] } as const;
  const failed = run(...chosen, { type: "submit" }, { type: "fail", failure });
  expect(fieldError(failed, "phone")).toBeUndefined();
  const typed = bookingReducer(failed, { type: "type", field: "note", value: "Glasses" });
  expect(typed.attempt).toEqual({ kind: "failed", failure });
  expect(typed.details.note).toBe("Glasses");
});

test("who is seen can be chosen, which takes away the sentences about the names", () => {
  const failed = refused({ name: "Name?", patient: "Whose name?", phone: "Number?" });
  const chosenOther = bookingReducer(failed, { type: "choosePatient", isForOther: true });
  expect(chosenOther.details).toMatchObject({ isForOther: true, name: "Ada Obi" });
  expect(fieldError(chosenOther, "name")).toBeUndefined();
  expect(fieldError(chosenOther, "patient")).toBeUndefined();
  expect(fieldError(chosenOther, "phone")).toBe("Number?");
});

test("the server gets the name of who is seen and of who brings them, and no empty fields", () => {
  const own = { ...newBooking.details, name: "Ada Obi", phone: "0803", email: " ", note: " " };
  expect(patientRequest(own)).toEqual({ name: "Ada Obi", phone: "0803" });
  const other = { ...own, isForOther: true, patient: "Chidi Obi", email: "a@b.ng", note: "Child" };
  expect(patientRequest(other)).toEqual({
    name: "Chidi Obi",
    broughtBy: "Ada Obi",
    phone: "0803",
    email: "a@b.ng",
    note: "Child",
  });
  expect(otherPatient({ ...other, patient: " Chidi Obi " })).toBe("Chidi Obi");
  expect(otherPatient({ ...own, patient: "Chidi Obi" })).toBeUndefined();
});

test("the server's sentences about names stand at the fields in which they were typed", () => {
  const fields = { name: "Of the child?", broughtBy: "Of you?", phone: "Number?" };
  const failure = { kind: "invalid", fields } as const;
  const other = { ...newBooking.details, isForOther: true };
  expect(atFormFields(failure, other)).toEqual({
    kind: "invalid",
    fields: { patient: "Of the child?", name: "Of you?", phone: "Number?" },
  });
  expect(atFormFields({ kind: "invalid", fields: { phone: "Number?" } }, other)).toEqual({
    kind: "invalid",
    fields: { phone: "Number?" },
  });
  expect(atFormFields(failure, newBooking.details)).toBe(failure);
  const taken = { kind: "taken", message: "Taken.", nearest: [] } as const;
  expect(atFormFields(taken, other)).toBe(taken);
});

test("a corrected address and its link are shown, unless another appointment was booked meanwhile", () => {
  const done = run(...chosen, { type: "submit" }, { type: "succeed", booked });
  expect(done.attempt.kind).toBe("none");
  const corrected = { ...booked, manage: "/appointment#u" };
  const next = bookingReducer(done, { type: "correct", email: "a@b.ng", booked: corrected });
  expect(next.booked).toEqual(corrected);
  expect(next.details).toMatchObject({ name: "Ada Obi", email: "a@b.ng" });
  const late = { ...corrected, reference: "B2M-9PQ" };
  expect(bookingReducer(done, { type: "correct", email: "a@b.ng", booked: late })).toBe(done);
  const again = bookingReducer(done, { type: "restart", isOtherPerson: false });
  expect(bookingReducer(again, { type: "correct", email: "a@b.ng", booked: late })).toBe(again);
});

test("another appointment starts without the note and the other name, and for another person with nothing", () => {
  const done = run(
    ...chosen,
    { type: "type", field: "note", value: "Glasses" },
    { type: "type", field: "patient", value: "Chidi" },
    { type: "submit" },
    { type: "succeed", booked },
  );
  const next = bookingReducer(done, { type: "restart", isOtherPerson: false });
  expect(next.details).toMatchObject({ name: "Ada Obi", note: "", patient: "" });
  expect(bookingReducer(done, { type: "restart", isOtherPerson: true })).toEqual(newBooking);
  expect(run(...chosen, { type: "restart", isOtherPerson: true })).toEqual(newBooking);
});
