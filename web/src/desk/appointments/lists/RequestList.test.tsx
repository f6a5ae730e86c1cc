import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { holdTimers } from "../../../fixtures/hold-timers";
import { pressInVain } from "../../../fixtures/press";
import { PRESS_PAUSE_MS } from "../../components/use-press-pause";
import {
  bodiesOf,
  button,
  dialog,
  json,
  press,
  requests,
  respond,
} from "../../testing/desk-harness";
import { openScreen, requested, SEEN, SHOWN, setUpReception } from "../../testing/reception";
import { openedAppointment } from "../../testing/samples";

setUpReception();

test("one press confirms a request, and the patient without email has to be called", async () => {
  respond({
    "POST appointments/r1/confirm": json({ ...requested, state: "confirmed", toldBy: "staff" }),
  });
  await openScreen();
  await screen.findByText("No email: tell the patient yourself");
  await press("Confirm R3Q-5ST");
  expect((await screen.findByRole("status")).textContent).toContain(
    "R3Q-5ST is confirmed. No email reaches the patient",
  );
});

test("after a request without email is confirmed, the name stays, and one press shows the number and the text", async () => {
  const { name, ...row } = { ...requested, name: "Bola Eze" };
  respond({
    "GET appointments/requests": json({ appointments: [{ ...row, name }] }),
    "POST appointments/r1/confirm": json({ ...requested, state: "confirmed", toldBy: "staff" }),
    "POST appointments/r1/open": json({ ...openedAppointment, name, appointment: requested }),
  });
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  respond({ "GET appointments/requests": json({ appointments: [] }) });
  await press("Confirm R3Q-5ST");
  await screen.findByText(/^R3Q-5ST is confirmed\. No email reaches/);
  await screen.findByText("No requests are waiting.");
  await screen.findByText(`Bola Eze · ${requested.maskedPhone}`);
  expect(requests).not.toContain("POST appointments/r1/open");
  await press("Show number and message for R3Q-5ST");
  await screen.findByRole("link", { name: openedAppointment.phone });
  expect(screen.getByText("Bola Eze")).toBeTruthy();
  expect(requests).toContain("POST appointments/r1/open");
});

test("a request at a closed time asks before it is confirmed, and says that nobody was told", async () => {
  const visit = { appointment: requested, isTold: false, hasFreeChair: false };
  const day = { date: requested.date, closure: "Training", isWithoutChair: false, visits: [visit] };
  respond({
    "GET appointments/closed": json({ days: [day], total: 1 }),
    "GET appointments/requests": json({ appointments: [] }),
    "POST appointments/r1/open": json({ ...openedAppointment, appointment: requested }),
    "POST appointments/r1/confirm": json({
      ...requested,
      state: "confirmed",
      toldBy: "after-decision",
    }),
  });
  await openScreen();
  await press("Open R3Q-5ST");
  await press("Confirm");
  const opened = dialog("Appointment");
  expect(opened.getByText(/^The clinic is closed at this time\. Confirm/)).toBeTruthy();
  expect(requests).not.toContain("POST appointments/r1/confirm");
  await press("Yes, confirm");
  expect(
    await opened.findByText(
      /^Confirmed\. The clinic is closed at this time, so the patient gets no email/,
    ),
  ).toBeTruthy();
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
  const pauses = holdTimers(PRESS_PAUSE_MS);
  await press("Confirm R3Q-5ST");
  await waitFor(() => expect(screen.queryByRole("button", { name: "Confirm R3Q-5ST" })).toBeNull());
  pressInVain(button("Confirm S4R-6TV"));
  pauses.end();
  await press("Confirm S4R-6TV");
  await screen.findByText(/^S4R-6TV is confirmed/);
  expect(requests.filter((it) => it === "POST appointments/r2/confirm")).toHaveLength(1);
});

test("a request is confirmed with the time that is shown", async () => {
  respond({ "POST appointments/r1/confirm": json({ ...requested, state: "confirmed" }) });
  await openScreen();
  await press("Confirm R3Q-5ST");
  await screen.findByText(/R3Q-5ST is confirmed/);
  expect(bodiesOf("POST appointments/r1/confirm")).toEqual([SHOWN]);
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
  expect(bodiesOf("POST appointments/r1/undo")).toEqual([
    { state: "confirmed", ...SEEN, undoUntil: confirmed.undoUntil },
  ]);
});

test("after the confirmation of the only request is undone, the focus is on the request again", async () => {
  const list = (...appointments: (typeof requested)[]) =>
    respond({ "GET appointments/requests": json({ appointments }) });
  respond({
    "POST appointments/r1/confirm": json({ ...requested, state: "confirmed" }),
    "POST appointments/r1/undo": json(requested),
  });
  await openScreen();
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  list();
  await press("Confirm R3Q-5ST");
  await screen.findByText("No requests are waiting.");
  const undo = await screen.findByRole("button", { name: "Undo the confirmation of R3Q-5ST" });
  undo.focus();
  list(requested);
  await press("Undo the confirmation of R3Q-5ST");
  await screen.findByRole("button", { name: "Confirm R3Q-5ST" });
  await waitFor(() => expect(document.activeElement).toBe(button("Confirm R3Q-5ST")));
});
