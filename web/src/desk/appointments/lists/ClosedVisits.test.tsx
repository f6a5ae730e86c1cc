import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { ClosedVisits } from "../../../generated/ClosedVisits";
import {
  bodiesOf,
  errorResponse,
  findDialog,
  hold,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../../testing/desk-harness";
import { appointment, chairs, openedAppointment, receptionist } from "../../testing/samples";

setUpDesk();

const date = "2026-12-25";
const first = { ...appointment, id: "c1", reference: "C1Q-5ST", date, hasEmail: true };
const second = { ...first, id: "c2", reference: "C2Q-5ST", time: "10:00", hasEmail: false };
const undoUntil = "2026-11-17T08:00:00Z";
const cancelled = (visit: typeof first) => ({ ...visit, state: "cancelled" as const, undoUntil });
const SEEN = { seenDate: date, seenTime: first.time };

/** Of a visit whose chair could take it. */
const inOpenChair = {
  isTold: false,
  undo: null,
  hasFreeChair: false,
  chairError: null,
  canKeepChair: false,
};

const list: ClosedVisits = {
  days: [
    {
      date,
      closure: "Christmas",
      isWithoutChair: false,
      visits: [
        { appointment: first, ...inOpenChair },
        { appointment: second, ...inOpenChair },
      ],
    },
  ],
  total: 2,
  columns: chairs(2),
};
const NONE: ClosedVisits = { days: [], total: 0, columns: [] };

beforeEach(() =>
  respond({
    "GET appointments/requests": json({ appointments: [] }),
    "GET appointments/closed": json(list),
  }),
);

/** The answer to a change whose email is held. */
const BY_EMAIL = {
  toldBy: "email",
  get emailWaitsUntil() {
    return new Date(Date.now() + 10_000).toISOString();
  },
};

const openScreen = () => openDesk(receptionist, "/desk/appointments");
const section = async () =>
  within(await screen.findByRole("region", { name: "Visits that cannot take place as booked" }));

test("without such visits there is no list", async () => {
  respond({ "GET appointments/closed": json(NONE) });
  await openScreen();
  await waitFor(() => expect(requests).toContain("GET appointments/closed"));
  await screen.findByText("No requests are waiting.");
  expect(screen.queryByText("Visits that cannot take place as booked")).toBeNull();
});

test("all visits of a day are cancelled with one confirmation, and undone with one press", async () => {
  respond({
    "POST appointments/c1/cancel": json({ ...cancelled(first), ...BY_EMAIL }),
    "POST appointments/c2/cancel": json({ ...cancelled(second), toldBy: "staff" }),
    "POST appointments/c1/undo": json(first),
    "POST appointments/c2/undo": json(second),
  });
  await openScreen();
  expect((await section()).getByText("Friday 25 December 2026: Christmas")).toBeTruthy();
  await press("Cancel all 2 visits of Friday 25 December 2026");
  const question = await findDialog("Cancel these visits?");
  expect(
    question.getByText(
      "1 of 2 patients gets an email; please call 1, who is in the list “To tell” under Reminders.",
    ),
  ).toBeTruthy();
  expect(question.getByLabelText<HTMLInputElement>(/^Reason/).value).toBe(
    "The clinic is closed: Christmas",
  );
  expect(requests).not.toContain("POST appointments/c1/cancel");
  respond({ "GET appointments/closed": json(NONE) });
  await press("Cancel 2 visits", question);
  // The result stays when the last row is gone.
  const result = await screen.findByRole("status");
  await waitFor(() =>
    expect(result.textContent).toContain(
      "2 visits were cancelled. 1 of 2 patients gets an email; please call 1, who is in the list “To tell” under Reminders.An email goes out after 10 seconds, unless you undo this.",
    ),
  );
  await waitFor(() => {
    expect(document.activeElement?.contains(result)).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });
  const reason = "The clinic is closed: Christmas";
  expect(bodiesOf("POST appointments/c1/cancel")).toEqual([{ reason, date, time: first.time }]);
  expect(bodiesOf("POST appointments/c2/cancel")).toEqual([{ reason, date, time: "10:00" }]);
  await press("Undo for C1Q-5ST, C2Q-5ST");
  await screen.findByText("Undone: 2 visits have their time again.");
  expect(bodiesOf("POST appointments/c1/undo")).toEqual([
    { state: "cancelled", ...SEEN, undoUntil },
  ]);
});

test("while the cancellation of the only day is undone, the list and the focus in it stay", async () => {
  const undone = hold(() => Response.json(first));
  respond({
    "POST appointments/c1/cancel": json(cancelled(first)),
    "POST appointments/c2/cancel": json(cancelled(second)),
    "POST appointments/c1/undo": undone.response,
    "POST appointments/c2/undo": json(second),
  });
  await openScreen();
  await press("Cancel all 2 visits of Friday 25 December 2026");
  respond({ "GET appointments/closed": json(NONE) });
  await press("Cancel 2 visits", await findDialog("Cancel these visits?"));
  const undo = await screen.findByRole("button", { name: "Undo for C1Q-5ST, C2Q-5ST" });
  await waitFor(() => expect(screen.queryByText("Friday 25 December 2026: Christmas")).toBeNull());
  undo.focus();
  await press("Undo for C1Q-5ST, C2Q-5ST");
  await waitFor(() => expect(requests).toContain("POST appointments/c1/undo"));
  await waitFor(() => expect(screen.queryByText(/^2 visits were cancelled/)).toBeNull());
  const region = screen.getByRole("region", { name: "Visits that cannot take place as booked" });
  expect(region.contains(document.activeElement)).toBe(true);
  respond({ "GET appointments/closed": json(list) });
  undone.answer();
  await screen.findByText("Undone: 2 visits have their time again.");
  expect(region.contains(document.activeElement)).toBe(true);
});

test("a visit that a colleague has changed meanwhile is named as not cancelled", async () => {
  respond({
    "POST appointments/c1/cancel": json(cancelled(first)),
    "POST appointments/c2/cancel": () => errorResponse(409, "changed_meanwhile"),
  });
  await openScreen();
  await press("Cancel all 2 visits of Friday 25 December 2026");
  await press("Cancel 2 visits");
  const result = await screen.findByText(/^1 visit was cancelled\./);
  expect(result.textContent).toContain("1 of the visits could not be changed.");
  expect(result.closest("[role=alert]")).not.toBeNull();
});

test("a visit is moved to one of the closest free times, and undone with one press", async () => {
  const slot = { date: "2026-12-28", time: "09:00" };
  respond({
    "GET appointments/c1/free-times": json({ nearest: [slot] }),
    "POST appointments/c1/move": json({
      ...first,
      ...slot,
      undoUntil,
      movedFrom: { date, time: first.time },
    }),
  });
  await openScreen();
  await press("Move C1Q-5ST");
  await press("Monday 28 December 2026, 9:00 AM");
  await screen.findByText(/^C1Q-5ST was moved to Monday 28 December 2026, 9:00 AM\./);
  expect(bodiesOf("POST appointments/c1/move")).toEqual([{ ...slot, ...SEEN }]);
  respond({ "POST appointments/c1/undo": json(first) });
  await press("Undo for C1Q-5ST");
  await screen.findByText("Undone: 1 visit has its time again.");
  expect(bodiesOf("POST appointments/c1/undo")).toEqual([
    { state: "confirmed", seenDate: slot.date, seenTime: slot.time, undoUntil },
  ]);
});

test("all patients of a day are told with one confirmation, and nothing is read of them", async () => {
  respond({
    "POST appointments/c1/closed/tell": json({ ...first, ...BY_EMAIL }),
    "POST appointments/c2/closed/tell": json({ ...second, toldBy: "staff" }),
  });
  await openScreen();
  await press("Tell all 2 patients of Friday 25 December 2026");
  await press("Tell 2 patients");
  await screen.findByText(
    "1 of 2 patients gets an email; please call 1, who is in the list “To tell” under Reminders.",
  );
  expect(bodiesOf("POST appointments/c2/closed/tell")).toEqual([{ date, time: "10:00" }]);
  expect(requests.filter((request) => request.endsWith("/open"))).toEqual([]);
});

test("a patient without email is told by phone with the right text, and one visit takes place", async () => {
  respond({
    "POST appointments/c2/open": json({ ...openedAppointment, toTell: "closed" }),
    "POST appointments/c2/told": noContent,
    "POST appointments/c1/closed/keep": json(first),
  });
  await openScreen();
  await press("Show number and message for C2Q-5ST");
  expect(await screen.findByRole("link", { name: "WhatsApp" })).toBeTruthy();
  await press("Told C2Q-5ST");
  await screen.findByText("The patient of C2Q-5ST was told.");
  expect(bodiesOf("POST appointments/c2/told")).toEqual([
    { toTell: "closed", date, time: "10:00" },
  ]);
  await press("It takes place C1Q-5ST");
  await screen.findByText(/^C1Q-5ST takes place\./);
});

test("the late answer about one visit does not close the question about others", async () => {
  const late = hold(json(cancelled(first)));
  respond({ "POST appointments/c1/cancel": late.response });
  await openScreen();
  await section();
  await press("Cancel C1Q-5ST");
  await press("Cancel the visit");
  await press("Go back");
  await press("Cancel all 2 visits of Friday 25 December 2026");
  const reason = screen.getByLabelText<HTMLInputElement>(/^Reason/);
  fireEvent.change(reason, { target: { value: "There is no power" } });
  late.answer();
  await press("Cancel 2 visits");
  expect(reason.isConnected).toBe(true);
  expect(reason.value).toBe("There is no power");
});

test("a typed reason stays when a colleague settles the last visit", async () => {
  const late = hold(noContent);
  respond({
    "POST appointments/c2/open": json({ ...openedAppointment, toTell: "closed" }),
    "POST appointments/c2/told": late.response,
  });
  await openScreen();
  await press("Show number and message for C2Q-5ST");
  await screen.findByRole("link", { name: "WhatsApp" });
  await press("Told C2Q-5ST");
  await press("Cancel C1Q-5ST");
  const reason = screen.getByLabelText<HTMLInputElement>(/^Reason/);
  fireEvent.change(reason, { target: { value: "There is no power" } });
  respond({ "GET appointments/closed": json(NONE) });
  // The list is loaded again after this answer.
  late.answer();
  await waitFor(() => expect(screen.queryByText(/^Friday 25 December 2026: Christmas/)).toBeNull());
  expect(reason.isConnected).toBe(true);
  expect(reason.value).toBe("There is no power");
});

test("a visit whose chair is gone gets another one, and nobody hears that the clinic is closed", async () => {
  const inChair = { ...first, chair: 3 };
  const full = { ...second, chair: 3 };
  const day = { date, closure: null, isWithoutChair: true };
  const chairError = "There is no chair 3 any more.";
  const visits = [
    { appointment: inChair, ...inOpenChair, hasFreeChair: true, chairError },
    { appointment: full, ...inOpenChair, chairError },
  ];
  respond({
    "GET appointments/closed": json({ days: [{ ...day, visits }], total: 2, columns: chairs(2) }),
    "POST appointments/c1/move": json({ ...inChair, chair: 2 }),
    "POST appointments/c2/cancel": json(cancelled(full)),
  });
  await openScreen();
  const list = await section();
  expect(list.getByText("Friday 25 December 2026: other chairs")).toBeTruthy();
  expect(list.getAllByText("There is no chair 3 any more.")).toHaveLength(2);
  expect(list.queryByText(/clinic is closed|takes place|stays in|Tell/)).toBeNull();
  expect(list.queryByRole("button", { name: "Move to another chair C2Q-5ST" })).toBeNull();
  expect(list.getAllByRole("button")[0]?.textContent).toBe("Move to another chair C1Q-5ST");

  await press("Cancel C2Q-5ST");
  const reason = screen.getByLabelText<HTMLInputElement>(/^Reason/);
  expect(reason.value).toBe("We can see fewer patients at this time");
  await press("Go back");

  respond({ "GET appointments/closed": json(NONE) });
  await press("Move to another chair C1Q-5ST");
  await screen.findByText("C1Q-5ST is in chair 2 now. The time stays, so the patient is not told.");
  expect(bodiesOf("POST appointments/c1/move")).toEqual([{ date, time: first.time, ...SEEN }]);
});

test("the link after publishing leads to the list, also when it is loaded late", async () => {
  const { answer, response } = hold(json(list));
  respond({ "GET appointments/closed": response });
  await openDesk(receptionist, "/desk/appointments#closed-visits");
  answer();
  const heading = await screen.findByRole("heading", {
    name: "Visits that cannot take place as booked",
  });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});

test("somebody who is elsewhere when the list is loaded stays there", async () => {
  const { answer, response } = hold(json(list));
  respond({ "GET appointments/closed": response });
  await openDesk(receptionist, "/desk/appointments#closed-visits");
  const elsewhere = await screen.findByRole("button", { name: "Add appointment" });
  elsewhere.focus();
  answer();
  await section();
  expect(document.activeElement).toBe(elsewhere);
});

test("that a visit takes place is undone with one press, before the patient is mailed", async () => {
  respond({ "POST appointments/c1/closed/keep": json({ ...first, ...BY_EMAIL, undoUntil }) });
  await openScreen();
  await screen.findByRole("button", { name: "It takes place C1Q-5ST" });
  respond({ "GET appointments/closed": json(NONE) });
  await press("It takes place C1Q-5ST");
  await screen.findByText("C1Q-5ST takes place. The patient gets an email.");
  respond({
    "POST appointments/c1/undo": json(first),
    "GET appointments/closed": json(list),
  });
  await press("Undo for C1Q-5ST");
  await screen.findByText("Undone: 1 visit is to be decided again.");
  expect(bodiesOf("POST appointments/c1/undo")).toEqual([
    { state: first.state, ...SEEN, undoUntil },
  ]);
  await screen.findByRole("button", { name: "It takes place C1Q-5ST" });
});

test("that patients are told of a closure is undone for all with one press, or later in the row", async () => {
  respond({
    "POST appointments/c1/closed/tell": json({ ...first, ...BY_EMAIL, undoUntil }),
    "POST appointments/c2/closed/tell": json({ ...second, undoUntil }),
    "POST appointments/c1/undo": json(first),
    "POST appointments/c2/undo": json(second),
  });
  await openScreen();
  await press("Tell all 2 patients of Friday 25 December 2026");
  const told = { ...inOpenChair, isTold: true, undo: "tell" as const };
  const visits = [first, second].map((it) => ({ appointment: it, ...told }));
  const day = { date, closure: "Christmas", isWithoutChair: false, visits };
  respond({ "GET appointments/closed": json({ ...list, days: [day] }) });
  await press("Tell 2 patients");
  await screen.findByText("1 patient gets an email.");
  await press("Undo for C1Q-5ST, C2Q-5ST");
  await screen.findByText("Undone: 2 visits are to be decided again.");
  expect(bodiesOf("POST appointments/c2/undo")).toHaveLength(1);
  await press("Undo “Tell” C2Q-5ST");
  await waitFor(() => expect(bodiesOf("POST appointments/c2/undo")).toHaveLength(2));
});

test("a patient who was marked as told by mistake is untold from the row, also after a reload", async () => {
  const told = { ...inOpenChair, isTold: true, undo: "told" as const };
  const day = { date, closure: "Christmas", isWithoutChair: false };
  const visits = [{ appointment: second, ...told }];
  respond({
    "GET appointments/closed": json({ ...list, days: [{ ...day, visits }], total: 1 }),
    "POST appointments/c2/told/undo": noContent,
  });
  await openScreen();
  await press("Undo “Told” C2Q-5ST");
  await screen.findByText("Undone: the patient of C2Q-5ST was not told.");
  expect(bodiesOf("POST appointments/c2/told/undo")).toEqual([
    { toTell: "closed", date, time: second.time },
  ]);
});
