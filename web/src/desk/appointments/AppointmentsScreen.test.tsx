import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import {
  bodiesOf,
  button,
  dialog,
  errorResponse,
  findDialog,
  hold,
  holdPressPauses,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { appointment, chairs, openedAppointment, receptionist } from "../testing/samples";

setUpDesk();

const DAY = "GET appointments?from=2026-11-16&days=1";
const SHOWN = { date: appointment.date, time: appointment.time };
const SEEN = { seenDate: appointment.date, seenTime: appointment.time };
const requested = { ...appointment, id: "r1", reference: "R3Q-5ST", state: "requested" as const };

const data: DeskAppointments = {
  chairs: 2,
  columns: chairs(2),
  services: [{ slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 }],
  days: [
    {
      date: "2026-11-16",
      open: [{ from: 480, until: 600 }],
      chairs: [],
      closure: null,
      minutesOpen: 240,
      minutesTaken: 60,
    },
  ],
  appointments: [appointment],
  blocked: [],
};

beforeEach(() => {
  // 8:00 AM at the clinic.
  vi.useFakeTimers({ now: Date.parse("2026-11-16T07:00:00Z"), toFake: ["Date"] });
  respond({
    [DAY]: json(data),
    "GET appointments/requests": json({ appointments: [requested] }),
    "GET appointments/waiting": json({
      requests: 1,
      waiting: 0,
      closed: 0,
      toTell: 2,
      recalls: 1,
    }),
    "POST appointments/a1/open": json(openedAppointment),
  });
  return () => vi.useRealTimers();
});

const openScreen = () => openDesk(receptionist, "/desk/appointments");
async function openVisit() {
  await openScreen();
  await press(/K7Q-4XM/);
  await screen.findByText("Ada Obi");
  return dialog("Appointment");
}

test("the links say how much waits", async () => {
  await openScreen();
  expect(await screen.findByRole("link", { name: "Appointments (1)" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Reminders (3)" })).toBeTruthy();
});

test("one press confirms a request, and the patient without email has to be called", async () => {
  respond({ "POST appointments/r1/confirm": json({ ...requested, state: "confirmed" }) });
  await openScreen();
  await screen.findByText("No email: tell the patient yourself");
  await press("Confirm R3Q-5ST");
  expect((await screen.findByRole("status")).textContent).toContain(
    "R3Q-5ST is confirmed. No email reaches the patient",
  );
});

test("a request at a closed time asks before it is confirmed, and says that nobody was told", async () => {
  const visit = { appointment: requested, isTold: false, hasFreeChair: false };
  const day = { date: requested.date, closure: "Training", isWithoutChair: false, visits: [visit] };
  respond({
    "GET appointments/closed": json({ days: [day], total: 1 }),
    "GET appointments/requests": json({ appointments: [] }),
    "POST appointments/r1/open": json({ ...openedAppointment, appointment: requested }),
    "POST appointments/r1/confirm": json({ ...requested, state: "confirmed" }),
  });
  await openScreen();
  await press("Open R3Q-5ST");
  await press("Confirm");
  const opened = dialog("Appointment");
  expect(opened.getByText(/^The clinic is closed at this time\. Confirm/)).toBeTruthy();
  expect(requests).not.toContain("POST appointments/r1/confirm");
  await press("Yes, confirm");
  expect(await opened.findByText(/^Confirmed\. The patient was not told/)).toBeTruthy();
});

test("the day shows visits masked, what is taken and what is free", async () => {
  await openScreen();
  const plan = within(await screen.findByRole("region", { name: "Plan of the day" }));
  expect(plan.getByRole("button", { name: /8:30 AM Eye exams.*A•••/s })).toBeTruthy();
  // Half an hour is too short for a visit.
  expect(plan.queryByRole("button", { name: /at 8:00 AM, chair 1/ })).toBeNull();
  expect(plan.getByRole("button", { name: /at 9:30 AM, chair 1/ })).toBeTruthy();
  expect(plan.queryByRole("button", { name: /at 8:30 AM, chair 1/ })).toBeNull();
  expect(plan.getByRole("button", { name: /at 8:30 AM, chair 2/ })).toBeTruthy();
  expect(screen.getByText("25 % taken")).toBeTruthy();
  expect(document.body.textContent).not.toContain("Ada Obi");
});

/** The table that only the printer shows. */
const paper = () =>
  [...document.querySelectorAll("table")].find(({ textContent }) => textContent?.includes("State"));

test("names that the server sends are shown in the plan and in the requests, and not on paper", async () => {
  const names = { name: "Ada Obi", broughtBy: "Ngozi Obi" };
  const named = { ...data, appointments: [{ ...appointment, ...names }] };
  respond({
    [DAY]: json(named),
    "GET appointments/requests": json({ appointments: [{ ...requested, name: "Bola Eze" }] }),
  });
  await openScreen();
  const plan = within(await screen.findByRole("region", { name: "Plan of the day" }));
  const name = /8:30 AM Eye exams.*Ada Obi, brought by Ngozi Obi/s;
  expect(plan.getByRole("button", { name })).toBeTruthy();
  expect(screen.getByText(/Bola Eze/)).toBeTruthy();
  expect(paper()?.textContent).toContain("A•••");
  expect(paper()?.textContent).not.toContain("Obi");
});

test("paper has names, numbers, notes and states only when staff ask for them, and forgets them", async () => {
  const print = vi.fn();
  vi.stubGlobal("print", print);
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, broughtBy: "Ngozi Obi" }),
  });
  await openScreen();
  await press("Print the day");
  await press("Print without names");
  await waitFor(() => expect(print).toHaveBeenCalledTimes(1));
  for (const text of ["A•••", "Confirmed", "K7Q-4XM"]) expect(paper()?.textContent).toContain(text);
  expect(requests).not.toContain("POST appointments/a1/open");
  dispatchEvent(new Event("afterprint"));
  await press("Print the day");
  await press("Print with names");
  await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
  const { phone, note } = openedAppointment;
  const printed = [`Ada Obi, brought by Ngozi Obi ${phone}`, note, "Confirmed"];
  for (const text of printed) expect(paper()?.textContent).toContain(text);
  fireEvent(window, new Event("afterprint"));
  await waitFor(() => expect(paper()?.textContent).not.toContain("Ada Obi"));
});

test("at the limit, opening a visit asks for the password and goes on", async () => {
  let isConfirmed = false;
  respond({
    "POST appointments/a1/open": () =>
      isConfirmed
        ? Response.json(openedAppointment)
        : errorResponse(403, "confirmation_needed", "You have opened 30 patients' records."),
    "POST me/confirm": () => {
      isConfirmed = true;
      return noContent();
    },
  });
  await openScreen();
  await press(/K7Q-4XM/);
  const confirm = await findDialog("Confirm that it is you");
  expect(confirm.getByText("You have opened 30 patients' records.")).toBeTruthy();
  fireEvent.change(confirm.getByLabelText("Your password"), { target: { value: "odd words" } });
  await press("Confirm", confirm);
  expect(await screen.findByText("Ada Obi")).toBeTruthy();
});

test("opening a visit shows the patient once, and a press stores that the patient has come", async () => {
  respond({ "POST appointments/a1/state": json({ ...appointment, state: "arrived" }) });
  const visit = await openVisit();
  expect(visit.getByText(/By wheelchair/)).toBeTruthy();
  await press("Arrived", visit);
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([{ state: "arrived", ...SHOWN }]);
  expect(await visit.findByRole("button", { name: "Done" })).toBeTruthy();
  expect(requests.filter((request) => request === "POST appointments/a1/open")).toHaveLength(1);
});

test("a new link is sent after a question, by email without showing it", async () => {
  respond({ "POST appointments/a1/link": json({ emailed: true, message: null }) });
  const visit = await openVisit();
  await press("Send a new link", visit);
  expect(visit.getByText(/earlier messages about this appointment then end/)).toBeTruthy();
  await press("Keep the link", visit);
  expect(requests).not.toContain("POST appointments/a1/link");
  await press("Send a new link", visit);
  fireEvent.click(visit.getByRole("button", { name: "Send a new link" }));
  await screen.findByText("The earlier link has ended. The new one is in an email to the patient.");
  expect(visit.queryByRole("link", { name: "Send by WhatsApp" })).toBeNull();
  const back = visit.getByRole("button", { name: "Back to the appointment" });
  await waitFor(() => expect(document.activeElement).toBe(back));
});

test("the new link of a patient without an email address is sent from the clinic's phone", async () => {
  const message = {
    text: "Hello",
    whatsapp: "https://wa.me/234?text=Hello",
    sms: "sms:+234?body=Hello",
  };
  respond({ "POST appointments/a1/link": json({ emailed: false, message }) });
  const visit = await openVisit();
  await press("Send a new link", visit);
  fireEvent.click(visit.getByRole("button", { name: "Send a new link" }));
  const chat = await visit.findByRole("link", { name: "Send by WhatsApp" });
  expect(chat.getAttribute("href")).toBe(message.whatsapp);
  expect(visit.getByRole("link", { name: "Send by SMS" }).getAttribute("href")).toBe(message.sms);
});

test("an email that came back is reported with the address that it was sent to", async () => {
  const address = "ada@example.com";
  respond({
    "POST appointments/a1/open": json({
      ...openedAppointment,
      appointment: { ...appointment, hasEmail: true },
      email: address,
    }),
    "POST appointments/a1/email-returned": noContent,
  });
  const visit = await openVisit();
  await press(`Email to ${address} came back`, visit);
  await screen.findByText(/^Stored\. Nothing more is emailed to this address\./);
  expect(bodiesOf("POST appointments/a1/email-returned")).toEqual([{ email: address }]);
  expect(visit.queryByRole("button", { name: /came back$/ })).toBeNull();
});

test("a visit is moved to a free time close to it with one press in its form", async () => {
  const slot = { date: appointment.date, time: "09:00" };
  respond({
    "GET appointments/a1/free-times": json({ nearest: [slot] }),
    "POST appointments/a1/move": json({ ...appointment, ...slot }),
  });
  await openVisit();
  await press("Move");
  await screen.findByRole("group", { name: "Free times close to it" });
  await press("Monday 16 November 2026, 9:00 AM");
  await screen.findByText(/^Moved\./);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([{ ...slot, ...SEEN }]);
});

test("a visit is moved with the keyboard by its form", async () => {
  respond({ "POST appointments/a1/move": json({ ...appointment, time: "09:00", chair: 2 }) });
  const visit = await openVisit();
  await press("Move", visit);
  await waitFor(() => expect(document.activeElement).toBe(visit.getByLabelText("New day")));
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:00" } });
  fireEvent.change(visit.getByLabelText("Chair"), { target: { value: "2" } });
  await press("Move to this time", visit);
  await screen.findByText(/^Moved\./);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { date: "2026-11-16", time: "09:00", chair: 2, seenDate: "2026-11-16", seenTime: "08:30" },
  ]);
});

test("a visit's details are corrected, and a refusal keeps what was typed", async () => {
  const message = "Please enter a phone number, for example 0803 123 4567.";
  respond({ "POST appointments/a1/details": () => errorResponse(422, "invalid_booking", message) });
  const visit = await openVisit();
  await press("Correct the details", visit);
  const name = visit.getByLabelText<HTMLInputElement>("Patient's name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  expect(name.value).toBe("Ada Obi");
  fireEvent.change(name, { target: { value: "Adaeze Obi" } });
  fireEvent.change(visit.getByLabelText("Patient's phone number"), { target: { value: "0803" } });
  await press("Save the corrections", visit);
  await screen.findByText(message);
  expect(name.value).toBe("Adaeze Obi");
  fireEvent.change(visit.getByLabelText("Brought by (optional)"), {
    target: { value: "Ngozi Obi" },
  });
  const corrected = { ...openedAppointment, name: "Adaeze Obi", broughtBy: "Ngozi Obi" };
  respond({ "POST appointments/a1/details": json(corrected) });
  await press("Save the corrections", visit);
  await screen.findByText("Adaeze Obi, brought by Ngozi Obi");
  expect(visit.queryByLabelText("Patient's name")).toBeNull();
  expect(bodiesOf("POST appointments/a1/details").at(-1)).toEqual({
    name: "Adaeze Obi",
    phone: "0803",
    broughtBy: "Ngozi Obi",
  });
});

/** A refusal with a sentence for each field. */
const refuseFields = (fields: Record<string, string>) => () =>
  Response.json(
    { error: { code: "invalid_booking", message: Object.values(fields)[0] }, fields },
    { status: 422 },
  );

test("what is wrong with the fields of a form stands at each field, and the first gets the focus", async () => {
  const [phone, email] = ["Please enter a phone number.", "Please enter an email address."];
  respond({ "POST appointments/a1/details": refuseFields({ email, phone }) });
  const visit = await openVisit();
  await press("Correct the details", visit);
  const name = visit.getByLabelText("Patient's name");
  await waitFor(() => expect(document.activeElement).toBe(name));
  const save = () => fireEvent.click(visit.getByRole("button", { name: "Save the corrections" }));
  save();
  const phoneField = visit.getByLabelText("Patient's phone number");
  await waitFor(() => expect(document.activeElement).toBe(phoneField));
  const described = (field: HTMLElement) =>
    document.getElementById(field.getAttribute("aria-describedby")?.split(" ").at(-1) ?? "");
  expect(described(phoneField)?.textContent).toContain(phone);
  expect(described(visit.getByLabelText("Email (optional)"))?.textContent).toContain(email);
  expect(visit.getAllByText(phone)).toHaveLength(1);
  expect(visit.queryByRole("alert")).toBeNull();

  // What belongs to no field of the form is told below it, as before.
  respond({ "POST appointments/a1/details": refuseFields({ other: "Please call us." }) });
  save();
  expect((await visit.findByRole("alert")).textContent).toContain("Please call us.");
  expect(phoneField.getAttribute("aria-invalid")).toBeNull();
});

test.each([
  ["Move", "move", "New time", "Move to this time", "time"],
  ["Cancel appointment", "cancel", "Reason", "Cancel this appointment", "reason"],
])(
  "what is wrong in the form after “%s” stands at its field",
  async (open, call, label, submit, name) => {
    const message = "Please enter something else.";
    respond({ [`POST appointments/a1/${call}`]: refuseFields({ [name]: message }) });
    const visit = await openVisit();
    fireEvent.click(visit.getByRole("button", { name: open }));
    const field = visit.getByLabelText<HTMLInputElement>(label);
    if (name === "reason") fireEvent.change(field, { target: { value: "x" } });
    fireEvent.click(visit.getByRole("button", { name: submit }));
    await visit.findByText(message);
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(field.getAttribute("aria-invalid")).toBe("true");
    expect(visit.getAllByText(message)).toHaveLength(1);
  },
);

test("a visit is dragged to a free cell, and a taken chair is told", async () => {
  const message = "This time is taken. Please choose another time.";
  respond({ "POST appointments/a1/move": () => errorResponse(409, "slot_taken", message) });
  await openScreen();
  const visit = await screen.findByRole("button", { name: /K7Q-4XM/ });
  const cell = screen.getByRole("button", { name: /at 9:30 AM, chair 2/ }).closest("td");
  const store: Record<string, string> = {};
  const dataTransfer = {
    setData: (type: string, value: string) => {
      store[type] = value;
    },
    getData: (type: string) => store[type] ?? "",
  };
  fireEvent.dragStart(visit, { dataTransfer });
  fireEvent.drop(cell as HTMLElement, { dataTransfer });
  await screen.findByText(message);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { date: "2026-11-16", time: "09:30", chair: 2, seenDate: "2026-11-16", seenTime: "08:30" },
  ]);
});

test("after a drag to a taken time, one press moves the visit to a free time", async () => {
  const error = { code: "slot_taken", message: "This time is taken." };
  const slot = { date: "2026-11-16", time: "13:30" };
  respond({
    "POST appointments/a1/move": () => Response.json({ error, nearest: [slot] }, { status: 409 }),
  });
  await openScreen();
  const cell = (await screen.findByRole("button", { name: /at 9:30 AM, chair 2/ })).closest("td");
  fireEvent.drop(cell as HTMLElement, { dataTransfer: { getData: () => "a1" } });
  await screen.findByText("This time is taken.");
  respond({ "POST appointments/a1/move": json({ ...appointment, ...slot }) });
  await press("Monday 16 November 2026, 1:30 PM");
  await screen.findByText(/^K7Q-4XM was moved\./);
  expect(bodiesOf("POST appointments/a1/move").at(-1)).toEqual({ ...slot, ...SEEN });
});

test("a visit that is dropped on its own cell is not moved, and the patient is not told", async () => {
  const visitAt920 = { ...appointment, time: "09:20" };
  respond({ [DAY]: json({ ...data, appointments: [visitAt920] }) });
  await openScreen();
  const visit = await screen.findByRole("button", { name: /K7Q-4XM/ });
  const dataTransfer = { setData: () => {}, getData: () => visitAt920.id };
  fireEvent.dragStart(visit, { dataTransfer });
  fireEvent.drop(visit.closest("td") as HTMLElement, { dataTransfer });
  // The next action is sent, and the move was not sent before it.
  fireEvent.click(button("Next day"));
  await waitFor(() => expect(requests).toContain("GET appointments?from=2026-11-17&days=1"));
  expect(requests).not.toContain("POST appointments/a1/move");
});

test("after a request is confirmed, the focus is on the next one, then on the heading", async () => {
  const second = { ...requested, id: "r2", reference: "S4Q-6TU" };
  const list = (...appointments: (typeof requested)[]) =>
    respond({ "GET appointments/requests": json({ appointments }) });
  respond({
    "POST appointments/r1/confirm": json(requested),
    "POST appointments/r2/confirm": json(second),
  });
  list(requested, second);
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  list(second);
  button("Confirm R3Q-5ST").focus();
  await press("Confirm R3Q-5ST");
  await waitFor(() => expect(document.activeElement).toBe(button("Confirm S4Q-6TU")));
  expect((await screen.findByText(/^R3Q-5ST is confirmed/)).closest("[role=status]")).toBeTruthy();
  list();
  await press("Confirm S4Q-6TU");
  await screen.findByText("No requests are waiting.");
  const heading = screen.getByRole("heading", { name: "To confirm" });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("cancelling needs a reason, which the patient reads", async () => {
  respond({ "POST appointments/a1/cancel": json({ ...appointment, state: "cancelled" }) });
  const visit = await openVisit();
  await press("Cancel appointment", visit);
  fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "The doctor is ill" } });
  await press("Cancel this appointment", visit);
  await screen.findByText(/^Cancelled\./);
  expect(bodiesOf("POST appointments/a1/cancel")).toEqual([
    { reason: "The doctor is ill", ...SHOWN },
  ]);
});

test.each([
  ["Correct the details", "Patient's name"],
  ["Cancel appointment", "Reason"],
])(
  "the late answer to a cancellation does not close the form that “%s” opened since",
  async (label, field) => {
    const late = hold(json({ ...appointment, state: "cancelled" }));
    respond({ "POST appointments/a1/cancel": late.response });
    const visit = await openVisit();
    fireEvent.click(visit.getByRole("button", { name: "Cancel appointment" }));
    fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "The doctor is ill" } });
    fireEvent.click(visit.getByRole("button", { name: "Cancel this appointment" }));
    fireEvent.click(visit.getByRole("button", { name: "Keep the appointment" }));
    fireEvent.click(visit.getByRole("button", { name: label }));
    const typed = visit.getByLabelText<HTMLInputElement>(field);
    fireEvent.change(typed, { target: { value: "Typed meanwhile" } });
    late.answer();
    await screen.findByText(/^Cancelled\. A patient/);
    expect(typed.isConnected).toBe(true);
    expect(typed.value).toBe("Typed meanwhile");
  },
);

test("after a visit the patient can agree to be asked back", async () => {
  respond({
    "POST appointments/a1/open": json({
      ...openedAppointment,
      appointment: { ...appointment, state: "done" },
    }),
    "POST recalls": noContent,
  });
  const visit = await openVisit();
  await press("Ask to come back", visit);
  fireEvent.change(visit.getByLabelText("Reason"), { target: { value: "yearly check" } });
  fireEvent.click(visit.getByRole("checkbox"));
  fireEvent.click(visit.getByRole("button", { name: "Remind the patient then" }));
  await screen.findByText("The patient will be asked to come back.");
  expect(bodiesOf("POST recalls")).toEqual([
    { appointment: "a1", in: { months: 4 }, reason: "yearly check", agreed: true },
  ]);
});

test("a patient who calls is added at the free time that was pressed", async () => {
  respond({ "POST appointments": json(openedAppointment) });
  await openScreen();
  await press(/at 9:30 AM, chair 2/);
  const form = dialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Ada Obi" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), {
    target: { value: "08031234567" },
  });
  fireEvent.change(form.getByLabelText("Brought by (optional)"), {
    target: { value: "Ngozi Obi" },
  });
  await press("Add appointment", form);
  await screen.findByText("Added. The reference is K7Q-4XM.");
  expect(bodiesOf("POST appointments")).toEqual([
    {
      service: "eye-exams",
      date: "2026-11-16",
      time: "09:30",
      chair: 2,
      name: "Ada Obi",
      phone: "08031234567",
      broughtBy: "Ngozi Obi",
      source: "phone",
    },
  ]);
});

test("a time is blocked for all chairs, and unblocked again", async () => {
  respond({ "POST blocked-times": noContent, "POST blocked-times/b1/remove": noContent });
  await openScreen();
  await press("Block time");
  const form = await findDialog("Block a time");
  fireEvent.change(form.getByLabelText("Reason"), { target: { value: "Staff meeting" } });
  const block = {
    id: "b1",
    chair: 1,
    date: "2026-11-16",
    from: "09:30",
    until: "10:00",
    reason: "x",
  };
  respond({ [DAY]: json({ ...data, blocked: [block] }) });
  await press("Block this time", form);
  await press("Unblock");
  await waitFor(() => expect(requests).toContain("POST blocked-times/b1/remove"));
  expect(bodiesOf("POST blocked-times")).toEqual([
    { date: "2026-11-16", from: "12:00", until: "13:00", reason: "Staff meeting" },
  ]);
});

test("the week begins on Monday and leads to its days", async () => {
  const week = Array.from({ length: 7 }, (_, day) => ({
    ...data.days[0],
    date: `2026-11-${16 + day}`,
  }));
  respond({ "GET appointments?from=2026-11-16&days=7": json({ ...data, days: week }) });
  await openScreen();
  fireEvent.click(screen.getByRole("radio", { name: "Week" }));
  expect(await screen.findByRole("button", { name: "Tuesday 17 November" })).toBeTruthy();
  await press("Monday (today) 16 November");
  await waitFor(() => expect(button(/^Print the day/)).toBeTruthy());
});

test("the week places visits and blocked times at their time and length, shows closed hours, and keeps what was typed", async () => {
  const open = data.days[0];
  const days = Array.from({ length: 7 }, (_, day) => ({
    ...open,
    date: `2026-11-${16 + day}`,
    ...(day === 6 && { open: [], closure: "Rest day", minutesOpen: 0, minutesTaken: 0 }),
  }));
  const block = { id: "b1", chair: 2, date: "2026-11-17", from: "12:00", until: "13:00" };
  respond({
    "GET appointments?from=2026-11-16&days=7": json({
      ...data,
      days,
      blocked: [{ ...block, reason: "Staff meeting" }],
    }),
  });
  await openScreen();
  const typed = screen.getByLabelText<HTMLInputElement>("Phone, reference or name");
  fireEvent.change(typed, { target: { value: "K7Q" } });
  fireEvent.click(screen.getByRole("radio", { name: "Week" }));
  const week = within(await screen.findByRole("region", { name: "Plan of the week" }));
  const place = (element: HTMLElement | null | undefined) =>
    ["--from", "--length", "--chair"].map((name) => element?.style.getPropertyValue(name));
  // 8:30 AM is six times five minutes after 8:00 AM; 45 minutes and 15 after them take twelve.
  expect(place(week.getByRole("button", { name: /K7Q-4XM/ }).parentElement)).toEqual([
    "6",
    "12",
    "1",
  ]);
  const blocked = week.getByText("Blocked until 1:00 PM: Staff meeting").parentElement;
  expect(place(blocked)).toEqual(["48", "12", "2"]);
  const sunday = week.getByText("Closed: Rest day").closest("li");
  expect(sunday?.querySelectorAll(".closed")).toHaveLength(1);
  expect(screen.getByLabelText<HTMLInputElement>("Phone, reference or name").value).toBe("K7Q");
});

const weekOf = (changes: Partial<DeskAppointments>) => {
  const days = Array.from({ length: 7 }, (_, day) => ({
    ...(data.days[0] as DeskAppointments["days"][number]),
    date: `2026-11-${16 + day}`,
  }));
  return { "GET appointments?from=2026-11-16&days=7": json({ ...data, days, ...changes }) };
};

async function openWeek() {
  await openScreen();
  fireEvent.click(screen.getByRole("radio", { name: "Week" }));
  return screen.findByRole("region", { name: "Plan of the week" });
}

test("the week has a line for now and a sign for each state, and the lists stand below it", async () => {
  const arrived = { ...appointment, id: "a2", reference: "B2Q-4XM", state: "arrived" as const };
  respond(weekOf({ appointments: [appointment, arrived] }));
  const week = await openWeek();
  const now = within(week).getByText("Now 8:00 AM").parentElement;
  expect(now?.closest("li")?.textContent).toContain("Monday (today)");
  expect(now?.style.getPropertyValue("--from")).toBe("0");
  const visit = (name: RegExp) => within(week).getByRole("button", { name });
  expect(visit(/^8:30 AM Eye exams.*A•••.*K7Q-4XM.*Confirmed/s)).toBeTruthy();
  expect(visit(/^8:30 AM Eye exams.*A•••.*B2Q-4XM.*Arrived/s)).toBeTruthy();
  const requestList = screen.getByRole("heading", { name: "To confirm" });
  expect(week.compareDocumentPosition(requestList)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

test("a visit that is dropped on the name of another day keeps its time", async () => {
  respond({ ...weekOf({}), "POST appointments/a1/move": json(appointment) });
  const week = await openWeek();
  // The document of the tests has no layout: nothing is under the pointer but the name.
  Object.defineProperty(document, "elementsFromPoint", { value: () => [], configurable: true });
  const thursday = within(week).getByRole("button", { name: "Thursday 19 November" });
  fireEvent.drop(thursday, { dataTransfer: { getData: () => "a1" } });
  await screen.findByText(/^K7Q-4XM was moved\./);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { date: "2026-11-19", time: "08:30", ...SEEN },
  ]);
});

test("a wrong press is undone", async () => {
  const missed = { ...appointment, state: "missed" as const, undoUntil: "2026-11-17T08:00:00Z" };
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, appointment: missed }),
    "POST appointments/a1/undo": json(appointment),
  });
  const visit = await openVisit();
  await press("Undo", visit);
  await screen.findByText("Undone.");
  await waitFor(() =>
    expect(document.activeElement).toBe(visit.getByRole("button", { name: "Arrived" })),
  );
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([{ state: "missed", ...SEEN }]);
});

test("a move is undone from the opened visit, to the time that the button names", async () => {
  const moved = {
    ...appointment,
    time: "09:30",
    undoUntil: "2026-11-17T08:00:00Z",
    movedFrom: SHOWN,
  };
  respond({
    "POST appointments/a1/move": json(moved),
    "POST appointments/a1/undo": json(appointment),
  });
  const visit = await openVisit();
  await press("Move");
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:30" } });
  await press("Move to this time");
  await screen.findByText(/If you undo it within 10 seconds, no email is sent\./);
  button("Undo the move: back to Monday 16 November 2026, 8:30 AM").focus();
  await press("Undo the move: back to Monday 16 November 2026, 8:30 AM");
  await screen.findByText("Undone. The visit has its time again.");
  await waitFor(() => expect(document.activeElement).toBe(button("Arrived")));
  // It is no result of the form that is opened next.
  await press("Cancel appointment");
  await visit.findByLabelText("Reason");
  expect(screen.queryByText("Undone. The visit has its time again.")).toBeNull();
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "confirmed", seenDate: moved.date, seenTime: "09:30" },
  ]);
});

test("a visit that was dragged by mistake goes back with one press, and the focus stays there", async () => {
  const moved = {
    ...appointment,
    time: "09:30",
    hasEmail: true,
    undoUntil: "2026-11-17T08:00:00Z",
    movedFrom: SHOWN,
  };
  respond({
    "POST appointments/a1/move": json(moved),
    "POST appointments/a1/undo": json(appointment),
  });
  await openScreen();
  const plan = within(await screen.findByRole("region", { name: "Plan of the day" }));
  const cell = plan.getByRole("button", { name: /at 9:30 AM, chair 1/ }).closest("td");
  fireEvent.drop(cell as HTMLElement, { dataTransfer: { getData: () => "a1" } });
  await screen.findByText(
    "K7Q-4XM was moved. The patient gets an email, unless the clinic is closed then. If you undo it within 10 seconds, no email is sent.",
  );
  await press("Undo the move of K7Q-4XM");
  const result = await screen.findByText("K7Q-4XM has its time again.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "confirmed", seenDate: moved.date, seenTime: "09:30" },
  ]);
  await waitFor(() => {
    expect(document.activeElement?.contains(result)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("a visit that is dragged to another chair at its time tells nobody, and an earlier move is not undone by mistake", async () => {
  // It was moved from 8:00 AM before.
  const movedFrom = { date: appointment.date, time: "08:00" };
  const moved = { ...appointment, chair: 2, undoUntil: "2026-11-17T08:00:00Z", movedFrom };
  respond({ "POST appointments/a1/move": json(moved) });
  await openScreen();
  const plan = within(await screen.findByRole("region", { name: "Plan of the day" }));
  const cell = plan.getByRole("button", { name: /at 8:30 AM, chair 2/ }).closest("td");
  fireEvent.drop(cell as HTMLElement, { dataTransfer: { getData: () => "a1" } });
  await screen.findByText(
    "K7Q-4XM was moved to this chair. The time stays, so the patient is not told.",
  );
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("one press in the plan says that a patient has arrived, a second one does not reach Done, and both are undone there", async () => {
  const arrived = { ...appointment, state: "arrived" as const, undoUntil: "2026-11-17T09:00:00Z" };
  const done = { ...arrived, state: "done" as const };
  const stored = (visit: typeof arrived | typeof done | typeof appointment) =>
    respond({
      "POST appointments/a1/state": json(visit),
      "POST appointments/a1/undo": json(visit),
      [DAY]: json({ ...data, appointments: [visit] }),
    });
  await openScreen();
  await screen.findByText("Now 8:00 AM");
  stored(arrived);
  const pauses = holdPressPauses();
  await press(/^Arrived.*8:30 AM, chair 1/);
  await screen.findByText("Marked as arrived.");
  const next = await screen.findByRole("button", { name: /^Done.*:/ });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next);
  pauses.end();
  stored(done);
  await waitFor(() => expect(next.getAttribute("aria-disabled")).toBeNull());
  // The buttons that are pressed are gone then, and the focus stays with the visit.
  const visit = () => button(/K7Q-4XM/);
  next.focus();
  await press(/^Done.*:/);
  await screen.findByText("The visit is done.");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Done.*:/ })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(visit()));
  stored(arrived);
  button(/^Undo.*:/).focus();
  await press(/^Undo.*:/);
  await screen.findByText("Undone.");
  await waitFor(() => expect(screen.queryByRole("button", { name: /^Undo.*:/ })).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(visit()));
  expect(bodiesOf("POST appointments/a1/state")).toEqual([
    { state: "arrived", ...SHOWN },
    { state: "done", ...SHOWN },
  ]);
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([{ state: "done", ...SEEN }]);
});

test("visits of another day have no such buttons, because they would be pressed by mistake", async () => {
  vi.setSystemTime(Date.parse("2026-11-15T07:00:00Z"));
  respond({ "GET appointments?from=2026-11-15&days=1": json({ ...data, appointments: [] }) });
  await openScreen();
  await press("Next day");
  await screen.findByRole("button", { name: /K7Q-4XM/ });
  expect(screen.queryByRole("button", { name: /^Arrived/ })).toBeNull();
  expect(screen.queryByText(/^Now /)).toBeNull();
});

test("two presses on Arrived do not reach Done, which can be undone as well", async () => {
  const arrived = { ...appointment, state: "arrived" as const, undoUntil: "2026-11-17T09:00:00Z" };
  const done = { ...arrived, state: "done" as const };
  respond({ "POST appointments/a1/state": json(arrived) });
  const visit = await openVisit();
  const pauses = holdPressPauses();
  await press("Arrived", visit);
  await screen.findByText("Marked as arrived.");
  const next = visit.getByRole("button", { name: "Done" });
  expect(next.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next);
  pauses.end();
  respond({ "POST appointments/a1/state": json(done), "POST appointments/a1/undo": json(arrived) });
  expect(bodiesOf("POST appointments/a1/state")).toEqual([{ state: "arrived", ...SHOWN }]);
  await press("Done");
  await screen.findByText("The visit is done.");
  await press("Undo");
  await screen.findByText("Undone.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([{ state: "done", ...SEEN }]);
});

test("two presses on Confirm do not confirm the next patient", async () => {
  const second = { ...requested, id: "r2", reference: "S4R-6TV" };
  respond({
    "GET appointments/requests": json({ appointments: [requested, second] }),
    "POST appointments/r1/confirm": json({ ...requested, state: "confirmed" }),
    "POST appointments/r2/confirm": json({ ...second, state: "confirmed" }),
  });
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  respond({ "GET appointments/requests": json({ appointments: [second] }) });
  const pauses = holdPressPauses();
  await press("Confirm R3Q-5ST");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Confirm R3Q-5ST" })).toBeNull());
  const next = button("Confirm S4R-6TV");
  expect(next.getAttribute("aria-disabled")).toBe("true");
  fireEvent.click(next);
  pauses.end();
  await press("Confirm S4R-6TV");
  await screen.findByText(/^S4R-6TV is confirmed/);
  expect(requests.filter((it) => it === "POST appointments/r2/confirm")).toHaveLength(1);
});

test("a visit that was moved meanwhile is not marked, and is shown with its new time", async () => {
  const message = "This appointment was moved in the meantime, so nothing was changed.";
  respond({
    "POST appointments/a1/state": () => errorResponse(409, "changed_meanwhile", message),
  });
  await openVisit();
  const moved = { ...appointment, time: "15:30" };
  respond({ "POST appointments/a1/open": json({ ...openedAppointment, appointment: moved }) });
  await press("Arrived");
  expect(await screen.findByText(message)).toBeTruthy();
  await screen.findByText(/3:30 PM, 45 minutes/);
  respond({ "POST appointments/a1/state": json({ ...moved, state: "arrived" }) });
  await press("Arrived");
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([
    { state: "arrived", ...SHOWN },
    { state: "arrived", date: moved.date, time: "15:30" },
  ]);
});

test("a request is confirmed with the time that is shown", async () => {
  respond({ "POST appointments/r1/confirm": json({ ...requested, state: "confirmed" }) });
  await openScreen();
  await press("Confirm R3Q-5ST");
  await screen.findByText(/R3Q-5ST is confirmed/);
  expect(bodiesOf("POST appointments/r1/confirm")).toEqual([SHOWN]);
});

test("a visit of another day asks before it is marked", async () => {
  const tomorrow = { ...appointment, date: "2026-11-17" };
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, appointment: tomorrow }),
    "POST appointments/a1/state": json({ ...tomorrow, state: "arrived" }),
  });
  const visit = await openVisit();
  await press("Arrived", visit);
  expect(
    await visit.findByText(/This visit is on Tuesday 17 November 2026, not today/),
  ).toBeTruthy();
  expect(bodiesOf("POST appointments/a1/state")).toEqual([]);
  await press("No");
  await press("Arrived");
  await press("Yes, arrived");
  await screen.findByText("Marked as arrived.");
  expect(bodiesOf("POST appointments/a1/state")).toEqual([
    { state: "arrived", date: "2026-11-17", time: appointment.time },
  ]);
});

test("a visit to come asks before it is marked as missed, and one of yesterday does not", async () => {
  const on = (date: string) => ({ ...openedAppointment, appointment: { ...appointment, date } });
  respond({
    "POST appointments/a1/open": json(on("2026-11-17")),
    "POST appointments/a1/state": json({ ...appointment, state: "missed" }),
  });
  await openVisit();
  await press("Missed");
  await screen.findByText(/This visit is on Tuesday 17 November 2026, not today/);
  expect(bodiesOf("POST appointments/a1/state")).toEqual([]);
  fireEvent.click(button("Close this appointment"));
  respond({ "POST appointments/a1/open": json(on("2026-11-15")) });
  await press(/K7Q-4XM/);
  await screen.findByText(/Sunday 15 November 2026, 8:30 AM/);
  await press("Missed");
  await screen.findByText("Marked as missed.");
});

test("an undone cancellation whose time is taken offers the closest free times", async () => {
  const cancelled = {
    ...appointment,
    state: "cancelled" as const,
    undoUntil: "2026-11-17T08:00:00Z",
  };
  const message = "This time is taken. Please choose another time.";
  const error = { code: "slot_taken", message };
  const nearest = [{ date: "2026-11-16", time: "13:30" }];
  respond({
    "POST appointments/a1/open": json({ ...openedAppointment, appointment: cancelled }),
    "POST appointments/a1/undo": () => Response.json({ error, nearest }, { status: 409 }),
  });
  await openVisit();
  await press("Undo the cancellation");
  await screen.findByText(message);
  respond({ "POST appointments/a1/undo": json({ ...appointment, time: "13:30" }) });
  await press("Monday 16 November 2026, 1:30 PM");
  await screen.findByText("Undone. The visit has its time again.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "cancelled", ...SEEN },
    { state: "cancelled", ...SEEN, ...nearest[0] },
  ]);
});

test("the chair that was pressed is the chair that is used, and a taken time offers others", async () => {
  const message = "This time is taken. Please choose another time.";
  const nearest = [{ date: "2026-11-16", time: "13:30" }];
  respond({
    "POST appointments": () =>
      Response.json({ error: { code: "slot_taken", message }, nearest }, { status: 409 }),
  });
  await openScreen();
  await press(/at 8:30 AM, chair 2/);
  const form = await findDialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Bola Eze" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), { target: { value: "08031" } });
  await press("Add appointment", form);
  await form.findByText(message);
  await press("Monday 16 November 2026, 1:30 PM");
  respond({ "POST appointments": json(openedAppointment) });
  await press("Add appointment", form);
  await screen.findByText(/^Added\./);
  const sent = bodiesOf("POST appointments") as { time: string; chair?: number }[];
  expect(sent.map(({ time, chair }) => [time, chair])).toEqual([
    ["08:30", 2],
    ["13:30", undefined],
  ]);
});

test("while booking is off, visits can be opened but nothing is added", async () => {
  respond({ [DAY]: json({ ...data, chairs: 0, columns: [], services: [] }) });
  const visit = await openVisit();
  expect(visit.getByRole("button", { name: "Arrived" })).toBeTruthy();
  expect(screen.getByText(/Booking is turned off/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Add appointment" })).toBeNull();
});

test("a request that arrives meanwhile appears in the list and, with visits when the clinic is closed, in the number beside the link", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-16T09:00:00Z"), shouldAdvanceTime: true });
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  const second = { ...requested, id: "r2", reference: "S4R-6TV" };
  respond({
    "GET appointments/requests": json({ appointments: [requested, second] }),
    "GET appointments/waiting": json({
      requests: 2,
      waiting: 0,
      closed: 1,
      toTell: 2,
      recalls: 1,
    }),
  });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await screen.findByRole("link", { name: "Appointments (3)" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Confirm S4R-6TV" })).toBeTruthy();
});

test("after a press on a free time, the name can be typed at once", async () => {
  await openScreen();
  const [free] = await screen.findAllByRole("button", { name: /^Add an appointment at/ });
  fireEvent.click(free as HTMLElement);
  const name = await screen.findByLabelText("Patient's name");
  await waitFor(() => expect(document.activeElement).toBe(name));
});

test("a wrong press on Confirm is undone beside the list, and the focus is on the request again", async () => {
  const second = { ...requested, id: "r2", reference: "S4Q-6TU" };
  const confirmed = {
    ...requested,
    state: "confirmed" as const,
    undoUntil: "2026-11-17T08:00:00Z",
  };
  const list = (...appointments: (typeof requested)[]) =>
    respond({ "GET appointments/requests": json({ appointments }) });
  respond({
    "POST appointments/r1/confirm": json(confirmed),
    "POST appointments/r1/undo": json(requested),
  });
  list(requested, second);
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  list(second);
  await press("Confirm R3Q-5ST");
  const undo = await screen.findByRole("button", { name: "Undo the confirmation of R3Q-5ST" });
  undo.focus();
  list(requested, second);
  await press("Undo the confirmation of R3Q-5ST");
  await screen.findByText("R3Q-5ST waits to be confirmed again.");
  await waitFor(() => expect(undo.isConnected).toBe(false));
  await waitFor(() => expect(document.activeElement).toBe(button("Confirm R3Q-5ST")));
  expect(bodiesOf("POST appointments/r1/undo")).toEqual([{ state: "confirmed", ...SEEN }]);
});

test("the focus goes to the visit when what opened its dialog is gone, and stays where a visit was added", async () => {
  const moved = { ...appointment, time: "09:30" };
  respond({ "POST appointments/a1/move": json(moved) });
  const visit = await openVisit();
  await press("Move");
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:30" } });
  respond({ [DAY]: json({ ...data, appointments: [moved] }) });
  await press("Move to this time");
  await screen.findByRole("button", { name: /9:30 AM.*K7Q-4XM/s });
  await press("Close this appointment");
  await waitFor(() => expect(document.activeElement).toBe(button(/9:30 AM.*K7Q-4XM/s)));
  const free = button(/at 8:30 AM, chair 1/);
  free.focus();
  fireEvent.click(free);
  const form = await findDialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Bola Eze" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), { target: { value: "08031" } });
  const added = { ...appointment, id: "a2", reference: "B2Q-4XM" };
  respond({ "POST appointments": json({ ...openedAppointment, appointment: added }) });
  respond({ [DAY]: json({ ...data, appointments: [moved, added] }) });
  await press("Add appointment", form);
  await screen.findByText(/^Added\./);
  const visitAdded = await screen.findByRole("button", { name: /B2Q-4XM/ });
  await waitFor(() => expect(document.activeElement).toBe(visitAdded));
});

test("what was said about the last press is gone with the day that it is about", async () => {
  await openScreen();
  await press(/at 8:30 AM, chair 2/);
  const form = await findDialog("Add an appointment");
  fireEvent.change(form.getByLabelText("Patient's name"), { target: { value: "Bola Eze" } });
  fireEvent.change(form.getByLabelText("Patient's phone number"), { target: { value: "08031" } });
  respond({ "POST appointments": json(openedAppointment) });
  await press("Add appointment", form);
  await screen.findByText(/^Added\./);
  await press("Next day");
  expect(screen.queryByText(/^Added\./)).toBeNull();
});

test("what waits is counted above the plan, with links to its lists", async () => {
  const waiting = { ...requested, id: "w1", reference: "W1Q-5ST", state: "waiting" as const };
  respond({
    "GET appointments/waiting-requests?offset=0": json({
      waiting: [waiting],
      waitingTotal: 7,
      unacknowledged: [],
    }),
  });
  await openScreen();
  const links = await screen.findByRole("navigation", { name: "What waits" });
  expect(await within(links).findByText("Waiting without a time: 7")).toBeTruthy();
  expect(
    within(links)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Plan", "To confirm: 1", "Waiting without a time: 7"]);
  fireEvent.click(within(links).getByText("Waiting without a time: 7"));
  await waitFor(() =>
    expect(document.activeElement).toBe(
      screen.getByRole("heading", { name: "Waiting without a time" }),
    ),
  );
  expect(location.hash).toBe("");
});

test("the list of earlier times has a link above the plan", async () => {
  const patient = {
    id: "w1",
    appointment: null,
    title: "Eye exams",
    name: "Efe Oke",
    maskedName: "E•••",
    maskedPhone: "•••4567",
    addedAt: "2026-11-15T08:00:00Z",
    wish: { from: null, part: null },
    until: "2026-11-20",
    triedAt: null,
    offer: null,
  };
  respond({ "GET earlier-times": json({ patients: [patient], total: 3 }) });
  await openScreen();
  const links = within(await screen.findByRole("navigation", { name: "What waits" }));
  fireEvent.click(await links.findByText("Earlier times: 3"));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Earlier times (3)" })),
  );
});

test("the numbers are updated until half an hour after the last press", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-16T09:00:00Z"), shouldAdvanceTime: true });
  await openScreen();
  await screen.findByRole("link", { name: "Appointments (1)" });
  const asked = () => requests.filter((request) => request === "GET appointments/waiting").length;
  const askedIn = async (minutes: number) => {
    const before = asked();
    await vi.advanceTimersByTimeAsync(minutes * 60_000);
    return asked() - before;
  };
  expect(await askedIn(5)).toBeGreaterThanOrEqual(9);
  await askedIn(25);
  expect(await askedIn(30)).toBeLessThanOrEqual(1);
  fireEvent.keyDown(document.body, { key: "Tab" });
  expect(await askedIn(5)).toBeGreaterThanOrEqual(9);
});
