import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { button, findDialog, json, press, requests, respond } from "../testing/desk-harness";
import {
  DAY,
  data,
  lookAgain,
  openScreen,
  openVisit,
  requested,
  setUpReception,
} from "../testing/reception";
import { appointment, openedAppointment } from "../testing/samples";

setUpReception();

test("the links say how much waits", async () => {
  await openScreen();
  expect(await screen.findByRole("link", { name: "Appointments (1)" })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Reminders (3)" })).toBeTruthy();
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

test("the focus goes to the visit when what opened its dialog is gone, and stays where a visit was added", async () => {
  const moved = { ...appointment, time: "09:30" };
  respond({ "POST appointments/a1/move": json(moved) });
  const visit = await openVisit();
  await press("Move");
  fireEvent.change(visit.getByLabelText("New time"), { target: { value: "09:30" } });
  respond({ [DAY]: json({ ...data, appointments: [moved] }) });
  await press("Move to this time");
  await screen.findByRole("button", { name: /9:30 AM.*K7Q-4XM/s });
  await press("Back to the plan");
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

test("a colleague's changes appear within half a minute although as much waits as before, and what is typed and has the focus stays", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-16T09:00:00Z"), shouldAdvanceTime: true });
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  const find = screen.getByLabelText<HTMLInputElement>("Phone, reference or name");
  find.focus();
  fireEvent.change(find, { target: { value: "Ada" } });
  const other = { ...requested, id: "r2", reference: "S4R-6TV" };
  const arrived = { ...appointment, time: "09:00", state: "arrived" as const };
  respond({
    [DAY]: json({ ...data, appointments: [arrived] }),
    "GET appointments/requests": json({ appointments: [other] }),
  });
  await vi.advanceTimersByTimeAsync(31_000);
  expect(await screen.findByRole("button", { name: "Confirm S4R-6TV" })).toBeTruthy();
  expect(await screen.findByRole("button", { name: /9:00 AM.*K7Q-4XM.*Arrived/s })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Confirm R3Q-5ST" })).toBeNull();
  expect(find.value).toBe("Ada");
  expect(document.activeElement).toBe(find);
});

test("whoever comes back to the window sees what has changed, also after half an hour without a press", async () => {
  vi.useFakeTimers({ now: Date.parse("2026-11-16T09:00:00Z"), shouldAdvanceTime: true });
  await openScreen();
  await screen.findByRole("button", { name: /8:30 AM.*K7Q-4XM/s });
  await vi.advanceTimersByTimeAsync(32 * 60_000);
  respond({ [DAY]: json({ ...data, appointments: [{ ...appointment, time: "09:00" }] }) });
  lookAgain();
  expect(await screen.findByRole("button", { name: /9:00 AM.*K7Q-4XM/s })).toBeTruthy();
});
