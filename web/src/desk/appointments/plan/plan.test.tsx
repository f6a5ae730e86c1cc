import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { holdTimers } from "../../../fixtures/hold-timers";
import { pressInVain } from "../../../fixtures/press";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import { PRESS_PAUSE_MS } from "../../components/use-press-pause";
import {
  bodiesOf,
  button,
  errorResponse,
  json,
  press,
  requests,
  respond,
} from "../../testing/desk-harness";
import {
  DAY,
  data,
  lookAgain,
  openScreen,
  openVisit,
  refuseFields,
  requested,
  SEEN,
  SHOWN,
  setUpReception,
} from "../../testing/reception";
import { appointment, openedAppointment } from "../../testing/samples";

setUpReception();

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

test("paper has blocked times among the visits, one line for several chairs", async () => {
  const block = {
    id: "b1",
    chair: 2,
    date: appointment.date,
    from: "08:00",
    until: "08:25",
    reason: "Call",
  };
  const blocked = [block, { ...block, id: "b2", chair: 1 }, { ...block, id: "b3", from: "09:30" }];
  respond({ [DAY]: json({ ...data, blocked }) });
  await openScreen();
  await screen.findByRole("region", { name: "Plan of the day" });
  const rows = [...(paper()?.querySelectorAll("tbody tr") ?? [])].map(
    ({ textContent }) => textContent,
  );
  expect(rows).toHaveLength(3);
  expect(rows[0]).toBe("8:00 AMChair 1, Chair 2Blocked until 8:25 AM: Call");
  expect(rows[1]).toContain("8:30 AM");
  expect(rows[2]).toBe("9:30 AMChair 2Blocked until 8:25 AM: Call");
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

test("a visit that a colleague moves while it is dragged is not moved away from there", async () => {
  const message = "This appointment was moved in the meantime, so nothing was changed.";
  respond({
    "POST appointments/a1/move": () => errorResponse(409, "changed_meanwhile", message),
  });
  await openScreen();
  const visit = await screen.findByRole("button", { name: /K7Q-4XM/ });
  const dataTransfer = { setData: () => {}, getData: () => "a1" };
  fireEvent.dragStart(visit, { dataTransfer });
  respond({ [DAY]: json({ ...data, appointments: [{ ...appointment, time: "09:00" }] }) });
  lookAgain();
  await screen.findByRole("button", { name: /9:00 AM.*K7Q-4XM/s });
  const cell = screen.getByRole("button", { name: /at 9:30 AM, chair 2/ }).closest("td");
  fireEvent.drop(cell as HTMLElement, { dataTransfer });
  await screen.findByText(message);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { date: "2026-11-16", time: "09:30", chair: 2, ...SEEN },
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

test("a visit that was dragged by mistake goes back with one press, and the focus stays there", async () => {
  const moved = {
    ...appointment,
    time: "09:30",
    hasEmail: true,
    toldBy: "email" as const,
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
  await screen.findByText("K7Q-4XM was moved. The patient gets an email.");
  await press("Undo the move of K7Q-4XM");
  const result = await screen.findByText("K7Q-4XM has its time again.");
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "confirmed", seenDate: moved.date, seenTime: "09:30", undoUntil: moved.undoUntil },
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
  const pauses = holdTimers(PRESS_PAUSE_MS);
  await press(/^Arrived.*8:30 AM, chair 1/);
  await screen.findByText("Marked as arrived.");
  const next = await screen.findByRole("button", { name: /^Done.*:/ });
  pressInVain(next);
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
  expect(bodiesOf("POST appointments/a1/undo")).toEqual([
    { state: "done", ...SEEN, undoUntil: done.undoUntil },
  ]);
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
