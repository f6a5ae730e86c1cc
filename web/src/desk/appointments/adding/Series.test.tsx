import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { CheckedTime } from "../../../generated/CheckedTime";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import {
  bodiesOf,
  dialog,
  errorResponse,
  findDialog,
  hold,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { DAY, data } from "../../testing/reception";
import { appointment, openedAppointment, receptionist } from "../../testing/samples";

setUpDesk();

const CHECK = "POST appointments/check-times";
const ADD = "POST appointments/series";
const NEAREST = { date: "2026-12-15", time: "10:00" };
const free = (date: string, time = "09:30"): CheckedTime => ({
  date,
  time,
  problem: null,
  nearest: [],
});
const impossible = (date: string, reason: string, canBeKept = false): CheckedTime => ({
  ...free(date),
  problem: { reason, canBeKept },
  nearest: [NEAREST],
});
const visit = (number: number, more: Partial<DeskAppointment> = {}): DeskAppointment => ({
  ...appointment,
  id: `a${number}`,
  reference: `A${number}Q-4XM`,
  date: ["", "2026-11-16", "2026-12-14", "2027-01-11"][number] ?? "",
  series: { number, visits: 3, weeks: 4 },
  ...more,
});

beforeEach(() => {
  // 8:00 AM at the clinic.
  vi.useFakeTimers({ now: Date.parse("2026-11-16T07:00:00Z"), toFake: ["Date"] });
  respond({
    [DAY]: json(data),
    "GET appointments/requests": json({ appointments: [] }),
    "POST appointments/a1/open": json(openedAppointment),
    [ADD]: json({ appointments: [visit(1), visit(2), visit(3)] }),
  });
  return () => vi.useRealTimers();
});

async function fillIn() {
  await openDesk(receptionist, "/desk/appointments");
  await press(/at 9:30 AM, chair 2/);
  const form = dialog("Add an appointment");
  const enter = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  enter("Patient's name", "Ada Obi");
  enter("Patient's phone number", "08031234567");
  enter("Repeat", "weeks");
  return { form, enter };
}

test("the dates are shown before anything is stored, and then all visits are added with one press", async () => {
  respond({
    [CHECK]: json({ visits: [free("2026-11-16"), free("2026-12-14"), free("2027-01-11")] }),
  });
  const { form } = await fillIn();
  await press("Show the dates", form);
  const heading = await form.findByRole("heading", { name: "Dates of the visits" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(bodiesOf(CHECK)).toEqual([
    {
      service: "eye-exams",
      visits: [
        { date: "2026-11-16", time: "09:30" },
        { date: "2026-12-14", time: "09:30" },
        { date: "2027-01-11", time: "09:30" },
      ],
    },
  ]);
  expect(form.getByText("Monday 11 January 2027, 9:30 AM")).toBeTruthy();
  expect(form.getAllByText("Free")).toHaveLength(3);
  expect(bodiesOf(ADD)).toEqual([]);
  await press("Add 3 visits", form);
  await screen.findByText(
    "3 visits were added: A1Q-4XM, A2Q-4XM, A3Q-4XM. No email reaches the patient: the list “To tell” under Reminders has them once, with all dates.",
  );
  expect(bodiesOf(ADD)).toEqual([
    {
      service: "eye-exams",
      name: "Ada Obi",
      phone: "08031234567",
      chair: 2,
      source: "phone",
      weeks: 4,
      visits: [
        { date: "2026-11-16", time: "09:30" },
        { date: "2026-12-14", time: "09:30" },
        { date: "2027-01-11", time: "09:30" },
      ],
    },
  ]);
});

test("dates that arrive after the fields were changed are not shown", async () => {
  const late = hold(json({ visits: [free("2026-11-16"), free("2026-12-14"), free("2027-01-11")] }));
  respond({ [CHECK]: late.response });
  const { form, enter } = await fillIn();
  await press("Show the dates", form);
  enter("Time", "10:00");
  late.answer();
  // Nothing can be pressed until the answer is there.
  await press("Show the dates", form);
  expect(form.queryByRole("heading", { name: "Dates of the visits" })).toBeNull();
  await waitFor(() => expect(bodiesOf(CHECK)).toHaveLength(2));
  expect(bodiesOf(CHECK)[1]).toMatchObject({
    visits: [{ date: "2026-11-16", time: "10:00" }, {}, {}],
  });
});

test("for each date that cannot be used, staff choose a free time, keep it, or leave it out", async () => {
  const visits = [
    free("2026-11-16"),
    impossible("2026-12-14", "This time is taken."),
    impossible("2027-01-11", "This is outside of the opening hours.", true),
    impossible("2027-02-08", "The clinic is closed on this day: Moving."),
  ];
  respond({ [CHECK]: json({ visits }) });
  const { form, enter } = await fillIn();
  enter("How many visits, with the first one", "4");
  await press("Show the dates", form);
  await form.findByText("This time is taken.");
  await press("Add 4 visits", form);
  await form.findByText(
    "3 visits have no time yet. Choose another time for each, or leave it out.",
  );
  expect(bodiesOf(ADD)).toEqual([]);
  const rows = form.getAllByRole("listitem").map((row) => within(row));
  const inRow = (number: number, name: string | RegExp) =>
    fireEvent.click((rows[number - 1] as (typeof rows)[number]).getByRole("button", { name }));
  inRow(2, "Tuesday 15 December 2026, 10:00 AM");
  await form.findByText("Free. By the calendar it would be Monday 14 December 2026, 9:30 AM.");
  inRow(3, "Use this time all the same (visit 3)");
  inRow(4, "Leave this one out (visit 4)");
  await form.findByText("Left out");
  await press("Add 3 visits", form);
  await screen.findByText(/^3 visits were added/);
  expect(bodiesOf(ADD)).toMatchObject([
    {
      visits: [
        { date: "2026-11-16", time: "09:30" },
        NEAREST,
        { date: "2027-01-11", time: "09:30", outsideHours: true },
      ],
    },
  ]);
});

test("when a time was taken meanwhile, the words stay and the times are looked at again", async () => {
  respond({
    [CHECK]: json({ visits: [free("2026-11-16"), free("2026-12-14"), free("2027-01-11")] }),
  });
  const { form } = await fillIn();
  await press("Show the dates", form);
  await form.findByText("Monday 11 January 2027, 9:30 AM");
  await press("Leave this one out (visit 3)", form);
  const message = "One of these times was taken in the meantime, so none of the visits was stored.";
  respond({
    [ADD]: () => errorResponse(409, "slot_taken", message),
    [CHECK]: json({
      visits: [free("2026-11-16"), impossible("2026-12-14", "This time is taken.")],
    }),
  });
  await press("Add 2 visits", form);
  await form.findByText(message);
  await form.findByText("This time is taken.");
  expect(form.getByText("Left out")).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>("Patient's name").value).toBe("Ada Obi");
  respond({ [ADD]: json({ appointments: [visit(1, { hasEmail: true }), visit(2)] }) });
  await press("Tuesday 15 December 2026, 10:00 AM", form);
  fireEvent.click(form.getByRole("button", { name: "Add 2 visits" }));
  await screen.findByText(/The patient gets one email about all of them\.$/);
  expect(bodiesOf(ADD).at(-1)).toMatchObject({
    visits: [{ date: "2026-11-16", time: "09:30" }, NEAREST],
  });
});

test("dates that were shown are gone when the day is another one", async () => {
  respond({
    [CHECK]: json({ visits: [free("2026-11-16"), free("2026-12-14"), free("2027-01-11")] }),
  });
  const { form, enter } = await fillIn();
  await press("Show the dates", form);
  await form.findByText("Monday 11 January 2027, 9:30 AM");
  enter("Day", "2026-11-17");
  expect(form.queryByText("Monday 11 January 2027, 9:30 AM")).toBeNull();
  expect(form.getByRole("button", { name: "Show the dates" })).toBeTruthy();
});

test("more visits are added from a visit, without the patient's details", async () => {
  respond({
    [CHECK]: json({ visits: [free("2026-11-30", "08:30")] }),
    "POST appointments/a1/repeat": json({ appointments: [visit(2)] }),
  });
  await openDesk(receptionist, "/desk/appointments");
  await press(/K7Q-4XM/);
  await press("Add more visits like this one");
  const form = dialog("Appointment");
  const enter = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } });
  enter("Weeks from one visit to the next", "2");
  enter("How many visits, with the first one", "2");
  await press("Show the dates", form);
  await form.findByText("Monday 30 November 2026, 8:30 AM");
  await press("Add 1 visit", form);
  await form.findByText(/^1 visit was added: A2Q-4XM\./);
  expect(bodiesOf("POST appointments/a1/repeat")).toEqual([
    { weeks: 2, visits: [{ date: "2026-11-30", time: "08:30" }] },
  ]);
});

test("a visit says its place in the series, and one press cancels it and the later ones, with undo", async () => {
  const undoUntil = "2026-11-17T08:00:00Z";
  const cancelled = (number: number) => visit(number, { state: "cancelled", undoUntil });
  const visits = [visit(1, { state: "done" }), visit(2), visit(3)];
  respond({
    "POST appointments/a1/open": json({
      ...openedAppointment,
      appointment: visit(2),
      seriesVisits: visits,
    }),
    "POST appointments/a2/cancel": json(cancelled(2)),
    "POST appointments/a3/cancel": json(cancelled(3)),
    "POST appointments/a2/undo": json(visit(2)),
    "POST appointments/a3/undo": json(visit(3)),
  });
  await openDesk(receptionist, "/desk/appointments");
  await press(/K7Q-4XM/);
  await screen.findByText(/Visit 2 of 3, every 4 weeks/);
  await press("Cancel this and the later visits");
  const form = await findDialog("Appointment");
  expect(
    form.getByText(/Monday 14 December 2026, 8:30 AM; Monday 11 January 2027, 8:30 AM/),
  ).toBeTruthy();
  fireEvent.change(form.getByLabelText(/^Reason/), {
    target: { value: "The treatment has ended" },
  });
  await press("Cancel these 2 visits", form);
  await form.findByText(/^2 visits are cancelled\./);
  const reason = "The treatment has ended";
  expect(bodiesOf("POST appointments/a2/cancel")).toEqual([
    { reason, date: "2026-12-14", time: "08:30" },
  ]);
  expect(bodiesOf("POST appointments/a3/cancel")).toEqual([
    { reason, date: "2027-01-11", time: "08:30" },
  ]);
  await press("Undo the cancellation of 2 visits");
  await form.findByText("Undone. 2 visits are taking place.");
  expect(bodiesOf("POST appointments/a3/undo")).toMatchObject([{ state: "cancelled" }]);
  expect(form.getByRole("button", { name: "Cancel this and the later visits" })).toBeTruthy();
});
