import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import {
  bodiesOf,
  errorResponse,
  findDialog,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { appointment, openedAppointment, receptionist } from "../testing/samples";

setUpDesk();

const { date, time } = appointment;
const SEEN = { seenDate: date, seenTime: time };
const DOCTOR = { number: 1, name: "Dr. Amadi", services: ["eye-exams", "frames"] };
const ROOM = { number: 4, name: "Room 2", services: ["frames"] };

/** The doctor comes at 9. A visit is in a chair that is gone. */
const data: DeskAppointments = {
  chairs: 4,
  columns: [DOCTOR, ROOM],
  services: [
    { slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 },
    { slug: "frames", title: "Frames", minutes: 30, buffer: 0 },
  ],
  days: [
    {
      date,
      open: [{ from: 480, until: 600 }],
      chairs: [{ chair: 1, open: [{ from: 540, until: 600 }] }],
      closure: null,
      minutesOpen: 180,
      minutesTaken: 60,
    },
  ],
  appointments: [
    { ...appointment, time: "09:00" },
    { ...appointment, id: "a2", reference: "Q2Q-2QQ", chair: 3 },
  ],
  blocked: [],
};

const REFUSED = "Room 2 does not take visits of this service.";
const refused = () => errorResponse(409, "chair_cannot_take", REFUSED);
const ALL_THE_SAME = "Put the visit there all the same";

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-16T06:00:00Z"), toFake: ["Date"] });
  respond({
    [`GET appointments?from=${date}&days=1`]: json(data),
    "GET appointments/requests": json({ appointments: [] }),
    "POST appointments/a1/open": json(openedAppointment),
    "GET appointments/a1/free-times": json({ nearest: [] }),
  });
  return () => vi.useRealTimers();
});

const openScreen = () => openDesk(receptionist, `/desk/appointments?day=${date}`);

test("the plan has the names of the chairs, free times only in their hours, and the visit of a chair that is gone", async () => {
  await openScreen();
  const plan = within(await screen.findByRole("region", { name: "Plan of the day" }));
  const headers = plan.getAllByRole("columnheader").map(({ textContent }) => textContent);
  expect(headers).toEqual(["Time", "Dr. Amadi", "Room 2", "Chair 3"]);
  const free = plan.getAllByRole("button", { name: /^Add an appointment/ });
  expect(free.map(({ textContent }) => textContent?.replace("+ Free", ""))).toEqual([
    "Add an appointment at 8:00 AM, Room 2",
    "Add an appointment at 8:30 AM, Room 2",
    "Add an appointment at 9:00 AM, Room 2",
    "Add an appointment at 9:30 AM, Room 2",
  ]);
});

test("the printed day and the opened visit have the name", async () => {
  await openScreen();
  await press("Print the day");
  vi.stubGlobal("print", vi.fn());
  await press("Print without names");
  expect((await screen.findAllByRole("cell", { name: "Dr. Amadi", hidden: true })).length).toBe(1);
  await press(/^9:00 AM.*K7Q-4XM/);
  await screen.findByText(/Eye exams, Dr\. Amadi, reference/);
});

test("a chair that does not take the visit is used after a question, and not for another chair", async () => {
  respond({ "POST appointments": refused });
  await openScreen();
  await press("Add an appointment at 9:00 AM, Room 2");
  const form = await findDialog("Add an appointment");
  const chair = form.getByLabelText<HTMLSelectElement>("Chair");
  expect([...chair.options].map(({ text }) => text)).toEqual(["Any chair", "Dr. Amadi", "Room 2"]);
  const service = form.getByLabelText<HTMLSelectElement>("Service");
  expect(service.value, "one that the room takes").toBe("frames");
  fireEvent.change(service, { target: { value: "eye-exams" } });
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Bola Eze" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), { target: { value: "08031" } });
  await press("Add appointment", form);
  await form.findByText(REFUSED);
  fireEvent.change(chair, { target: { value: "1" } });
  expect(form.queryByRole("button", { name: ALL_THE_SAME })).toBeNull();
  fireEvent.change(chair, { target: { value: "4" } });
  respond({ "POST appointments": json(openedAppointment) });
  await press(ALL_THE_SAME, form);
  await screen.findByText(/^Added\./);
  const sent = bodiesOf("POST appointments") as { chair: number; allTheSame?: boolean }[];
  expect(sent.map((it) => [it.chair, it.allTheSame])).toEqual([
    [4, undefined],
    [4, true],
  ]);
});

test("a visit is moved with its form into a chair that does not take it, after a question", async () => {
  respond({ "POST appointments/a1/move": refused });
  await openScreen();
  await press(/^9:00 AM.*K7Q-4XM/);
  await press("Move");
  fireEvent.change(screen.getByLabelText("Chair"), { target: { value: "4" } });
  await press("Move to this time");
  await screen.findByText(REFUSED);
  respond({ "POST appointments/a1/move": json({ ...appointment, chair: 4 }) });
  await press(ALL_THE_SAME);
  await screen.findByText(/^Moved to this chair\./);
  const to = { date, time, chair: 4, ...SEEN };
  expect(bodiesOf("POST appointments/a1/move")).toEqual([to, { ...to, allTheSame: true }]);
});

test("a visit that is dragged into a chair that does not take it goes there after a question", async () => {
  respond({ "POST appointments/a1/move": refused });
  await openScreen();
  const cell = (await screen.findByRole("button", { name: /at 8:30 AM, Room 2/ })).closest("td");
  fireEvent.drop(cell as HTMLElement, { dataTransfer: { getData: () => "a1" } });
  await screen.findByText(REFUSED);
  respond({ "POST appointments/a1/move": json({ ...appointment, chair: 4 }) });
  await press(ALL_THE_SAME);
  await screen.findByText(/^K7Q-4XM was moved/);
  const to = { date, time: "08:30", chair: 4, seenDate: date, seenTime: "09:00" };
  expect(bodiesOf("POST appointments/a1/move")).toEqual([to, { ...to, allTheSame: true }]);
  await waitFor(() => expect(screen.queryByRole("button", { name: ALL_THE_SAME })).toBeNull());
});

test("a visit whose chair does not take it any more can stay there", async () => {
  const chairError = "Dr. Amadi takes no visits on this day.";
  const visit = {
    appointment,
    isTold: false,
    undo: null,
    hasFreeChair: false,
    chairError,
    canKeepChair: true,
  };
  const day = { date, closure: null, isWithoutChair: true, visits: [visit] };
  respond({
    "GET appointments/closed": json({ days: [day], total: 1, columns: [DOCTOR, ROOM] }),
    "POST appointments/a1/move": json(appointment),
  });
  await openScreen();
  await screen.findByText(chairError);
  respond({ "GET appointments/closed": json({ days: [], total: 0, columns: [DOCTOR, ROOM] }) });
  await press("It stays in this chair K7Q-4XM");
  await screen.findByText(
    "K7Q-4XM stays in Dr. Amadi. The time stays, so the patient is not told.",
  );
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { date, time, chair: 1, allTheSame: true, ...SEEN },
  ]);
});

test("a day on which the clinic is closed is used after a question, and then a chair after another one", async () => {
  const CLOSED = "The clinic is closed on Monday 16 November 2026: Public holiday.";
  respond({ "POST appointments": () => errorResponse(409, "clinic_closed", CLOSED) });
  await openScreen();
  await press("Add an appointment at 9:00 AM, Room 2");
  const form = await findDialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Bola Eze" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), { target: { value: "08031" } });
  await press("Add appointment", form);
  await form.findByText(CLOSED);
  respond({ "POST appointments": refused });
  await press(ALL_THE_SAME, form);
  await form.findByText(REFUSED);
  respond({ "POST appointments": json(openedAppointment) });
  await press(ALL_THE_SAME, form);
  await screen.findByText(/^Added\./);
  const sent = bodiesOf("POST appointments") as { closedDay?: boolean; allTheSame?: boolean }[];
  expect(sent.map((it) => [it.closedDay, it.allTheSame])).toEqual([
    [undefined, undefined],
    [true, undefined],
    [true, true],
  ]);
});

test("a visit is moved to a day on which the clinic is closed after a question", async () => {
  const CLOSED = "The clinic is closed on Sunday 22 November 2026.";
  respond({ "POST appointments/a1/move": () => errorResponse(409, "clinic_closed", CLOSED) });
  await openScreen();
  await press(/^9:00 AM.*K7Q-4XM/);
  await press("Move");
  fireEvent.change(screen.getByLabelText("New day"), { target: { value: "2026-11-22" } });
  await press("Move to this time");
  await screen.findByText(CLOSED);
  fireEvent.change(screen.getByLabelText("New day"), { target: { value: "2026-11-23" } });
  expect(screen.queryByRole("button", { name: ALL_THE_SAME })).toBeNull();
  fireEvent.change(screen.getByLabelText("New day"), { target: { value: "2026-11-22" } });
  const moved = { ...appointment, date: "2026-11-22" };
  respond({ "POST appointments/a1/move": json(moved) });
  await press(ALL_THE_SAME);
  await waitFor(() => expect(bodiesOf("POST appointments/a1/move")).toHaveLength(2));
  const to = { date: "2026-11-22", time: appointment.time, ...SEEN };
  expect(bodiesOf("POST appointments/a1/move")).toEqual([to, { ...to, closedDay: true }]);
});
