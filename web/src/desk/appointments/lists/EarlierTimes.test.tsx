import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { takesNoPress } from "../../../fixtures/press";
import type { EarlierTime } from "../../../generated/EarlierTime";
import type { EarlierWish } from "../../../generated/EarlierWish";
import type { WantEarlierTimeRequest } from "../../../generated/WantEarlierTimeRequest";
import {
  bodiesOf,
  dialog,
  errorResponse,
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

const OFFER = { date: "2026-11-17", time: "09:00" };
const ada: EarlierTime = {
  id: "a1",
  appointment,
  title: "Eye exams",
  name: null,
  broughtBy: null,
  maskedName: "A•••",
  maskedPhone: "•••4567",
  addedAt: "2026-11-15T08:00:00Z",
  wish: { from: null, part: "morning" },
  until: null,
  triedAt: null,
  offer: OFFER,
};
const efe: EarlierTime = {
  ...ada,
  id: "w1",
  appointment: null,
  name: "Efe Oke",
  maskedName: "E•••",
  wish: { from: null, part: null },
  until: "2026-11-20",
  offer: null,
};
const opened = {
  name: "Ada Obi",
  broughtBy: null,
  phone: "+2348031234567",
  note: "",
  message: openedAppointment.message,
};
const data = {
  chairs: 1,
  columns: chairs(1),
  services: [{ slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 }],
  days: [],
  appointments: [appointment],
  blocked: [],
};
const list = (...patients: EarlierTime[]) => json({ patients, total: patients.length });

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-11-16T07:00:00Z"), toFake: ["Date"] });
  respond({
    "GET appointments?from=2026-11-16&days=1": json(data),
    "GET appointments/requests": json({ appointments: [] }),
    "GET earlier-times": list(ada, efe),
    "POST earlier-times/a1/open": json(opened),
    "POST earlier-times/w1/open": json({ ...opened, name: "Efe Oke" }),
    "POST appointments/a1/open": json(openedAppointment),
  });
  return () => vi.useRealTimers();
});

async function openList() {
  await openDesk(receptionist, "/desk/appointments");
  return within(await screen.findByRole("region", { name: /^Earlier times/ }));
}

test("each patient is shown with the visit, the wish and the free time", async () => {
  const region = await openList();
  expect(region.getByRole("heading", { name: "Earlier times (2)" })).toBeTruthy();
  const [first, second] = region.getAllByRole("listitem").map((row) => row.textContent);
  expect(first).toContain("has Monday 16 November 2026, 8:30 AM · K7Q-4XM");
  expect(first).toContain("Can come mornings");
  expect(first).toContain("Free: Tuesday 17 November 2026, 9:00 AM");
  expect(second).toContain("Efe Oke · Eye exams · •••4567 · no visit, can come until Friday");
  expect(second).not.toContain("Offer");
});

test("without a patient there is no list", async () => {
  respond({ "GET earlier-times": list() });
  await openDesk(receptionist, "/desk/appointments");
  await waitFor(() => expect(requests).toContain("GET earlier-times"));
  await screen.findByText("No requests are waiting.");
  expect(screen.queryByRole("region", { name: /^Earlier times/ })).toBeNull();
});

test("who brings a patient stands beside the name", async () => {
  const names = { name: "Ada Obi", broughtBy: "Ngozi Obi" };
  const near = { ...ada, ...names, appointment: { ...appointment, ...names } };
  const later = { ...ada, id: "a2", appointment: { ...appointment, reference: "B2Q-4XM" } };
  respond({
    "GET earlier-times": list(near, later),
    "POST earlier-times/a2/open": json({ ...opened, ...names }),
  });
  const region = await openList();
  const rows = () => region.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows()[0]).toContain("Ada Obi, brought by Ngozi Obi · Eye exams");
  expect(rows()[1]).toContain("A••• · Eye exams");
  await press("Offer this time to B2Q-4XM");
  await region.findByRole("link", { name: "WhatsApp" });
  expect(rows()[1]).toContain("Ada Obi, brought by Ngozi Obi · Eye exams");
});

test("one press shows the text, and yes moves the visit, which can be undone", async () => {
  const moved = { ...appointment, ...OFFER };
  respond({
    "POST appointments/a1/move": json(moved),
    "POST appointments/a1/undo": json(appointment),
  });
  const region = await openList();
  await press("Offer this time to K7Q-4XM");
  expect((await region.findByRole("link", { name: "WhatsApp" })).getAttribute("href")).toContain(
    "wa.me",
  );
  expect(bodiesOf("POST earlier-times/a1/open")).toEqual([OFFER]);
  respond({ "GET earlier-times": list(efe) });
  await press("Yes: move to this time K7Q-4XM");
  await screen.findByText(/K7Q-4XM was moved to Tuesday 17 November 2026, 9:00 AM/);
  expect(bodiesOf("POST appointments/a1/move")).toEqual([
    { ...OFFER, seenDate: appointment.date, seenTime: appointment.time },
  ]);
  respond({ "GET earlier-times": list(ada, efe) });
  await press("Undo the move for K7Q-4XM");
  await screen.findByText("Undone.");
  expect(bodiesOf("POST appointments/a1/undo")).toHaveLength(1);
});

test("when the move of the only patient is undone, the list and the focus in it stay", async () => {
  const undone = hold(() => Response.json(appointment));
  respond({
    "GET earlier-times": list(ada),
    "POST appointments/a1/move": json({ ...appointment, ...OFFER }),
    "POST appointments/a1/undo": undone.response,
  });
  await openList();
  await press("Offer this time to K7Q-4XM");
  await screen.findByRole("button", { name: "Yes: move to this time K7Q-4XM" });
  respond({ "GET earlier-times": list() });
  await press("Yes: move to this time K7Q-4XM");
  await screen.findByRole("heading", { name: "Earlier times (0)" });
  const undo = await screen.findByRole("button", { name: "Undo the move for K7Q-4XM" });
  undo.focus();
  await press("Undo the move for K7Q-4XM");
  await waitFor(() => expect(requests).toContain("POST appointments/a1/undo"));
  await waitFor(() => expect(takesNoPress(undo)).toBe(true));
  expect(document.activeElement).toBe(undo);
  respond({ "GET earlier-times": list(ada) });
  undone.answer();
  await screen.findByText("Undone.");
  const region = await screen.findByRole("region", { name: "Earlier times (1)" });
  await waitFor(() => expect(region.contains(document.activeElement)).toBe(true));
});

test("no and not reached are stored and can be taken back", async () => {
  respond({
    "POST earlier-times/a1/answer": noContent,
    "POST earlier-times/a1/answer/undo": noContent,
  });
  const region = await openList();
  await press("Offer this time to K7Q-4XM");
  await press("No, not on this day K7Q-4XM");
  await screen.findByText(/is offered to the next one/);
  await press("Undo “No, not on this day” for K7Q-4XM");
  await screen.findByText("Undone.");
  await press("Offer this time to K7Q-4XM");
  await press("Not reached K7Q-4XM");
  await screen.findByText(/comes after the others today/);
  const no = { answer: "no", date: OFFER.date };
  expect(bodiesOf("POST earlier-times/a1/answer/undo")).toEqual([no]);
  expect(bodiesOf("POST earlier-times/a1/answer")).toEqual([
    no,
    { answer: "not-reached", date: OFFER.date },
  ]);
  expect(region.queryByRole("link", { name: "WhatsApp" })).toBeNull();
});

test("the time that the patient is asked about stays when an earlier one becomes free during the call", async () => {
  const region = await openList();
  await press("Offer this time to K7Q-4XM");
  await region.findByRole("link", { name: "WhatsApp" });
  respond({
    "GET earlier-times": list({ ...ada, offer: { date: "2026-11-16", time: "15:00" } }),
    "POST earlier-times/w1/answer": noContent,
    "POST appointments/a1/move": json(appointment),
  });
  // Loads the list again.
  await press("No longer Efe Oke");
  await screen.findByText("The patient is not in the list any more.");
  await screen.findByRole("heading", { name: "Earlier times (1)" });
  await press("Yes: move to this time K7Q-4XM");
  await waitFor(() => expect(bodiesOf("POST appointments/a1/move")).toHaveLength(1));
  expect(bodiesOf("POST appointments/a1/move")[0]).toMatchObject(OFFER);
});

test("a time that was taken meanwhile is said, and what is free can be pressed", async () => {
  const nearest = [{ date: "2026-11-18", time: "10:00" }];
  const visit = { ...appointment, id: "v9", reference: "N3W-1AB", hasEmail: false };
  let answers = 0;
  respond({
    "GET earlier-times": list({ ...efe, offer: OFFER }),
    "POST earlier-times/w1/book": () =>
      answers++ === 0
        ? Response.json(
            { error: { code: "slot_taken", message: "This time is taken." }, nearest },
            { status: 409 },
          )
        : Response.json(visit, { status: 201 }),
  });
  await openList();
  await press("Offer this time to Efe Oke");
  await press("Yes: add the visit Efe Oke");
  await screen.findByText("This time is taken.");
  await press("Wednesday 18 November 2026, 10:00 AM");
  await screen.findByText("N3W-1AB was added on Wednesday 18 November 2026, 10:00 AM.");
  expect(bodiesOf("POST earlier-times/w1/book")).toEqual([OFFER, nearest[0]]);
});

test("a patient of whom a colleague was faster is told with the server's sentence", async () => {
  respond({
    "POST earlier-times/a1/answer": () =>
      errorResponse(409, "changed_meanwhile", "This patient is not in the list any more."),
  });
  await openList();
  respond({ "GET earlier-times": list(efe) });
  await press("No longer K7Q-4XM");
  expect((await screen.findByRole("alert")).textContent).toContain("not in the list any more");
  expect(await screen.findByRole("heading", { name: "Earlier times (1)" })).toBeTruthy();
});

test("one press on the opened visit puts the patient on the list, and the days can be added", async () => {
  let earlier: EarlierWish | null = null;
  respond({
    "POST appointments/a1/open": () => Response.json({ ...openedAppointment, earlier }),
    "POST appointments/a1/earlier": (body) => {
      const { wanted, part = null } = body as WantEarlierTimeRequest;
      earlier = wanted ? { from: null, part } : null;
      return noContent();
    },
  });
  await openList();
  await press("Open K7Q-4XM");
  const visit = dialog("Appointment");
  fireEvent.click(await visit.findByRole("button", { name: "Wants an earlier time" }));
  await visit.findByText("The patient is in the list “Earlier times”.");
  await press("When they can come earlier", visit);
  // It was not said about the form.
  expect(visit.queryByText("The patient is in the list “Earlier times”.")).toBeNull();
  fireEvent.change(visit.getByLabelText("Time of day"), { target: { value: "afternoon" } });
  await press("Store when they can come", visit);
  await visit.findByText("Wants an earlier time, can come afternoons");
  await press("Wants no earlier time", visit);
  await visit.findByRole("button", { name: "Wants an earlier time" });
  const seen = { date: appointment.date, time: appointment.time };
  expect(bodiesOf("POST appointments/a1/earlier")).toEqual([
    { wanted: true, ...seen },
    { wanted: true, part: "afternoon", ...seen },
    { wanted: false, ...seen },
  ]);
});

test("a caller for whom all is taken is put on the list with what was typed", async () => {
  respond({
    "POST appointments": () => errorResponse(409, "slot_taken", "This time is taken."),
    "POST earlier-times": noContent,
  });
  await openList();
  await press("Add appointment");
  const add = dialog("Add an appointment");
  fireEvent.change(add.getByLabelText("Patient's name"), { target: { value: "Efe Oke" } });
  fireEvent.change(add.getByLabelText("Patient's phone number"), {
    target: { value: "08050000012" },
  });
  const broughtBy = () => add.getByLabelText<HTMLInputElement>(/^Brought by/);
  fireEvent.change(broughtBy(), { target: { value: "Ese Oke" } });
  const form = add.getByRole("button", { name: "Add appointment" }).closest("form");
  if (form) fireEvent.submit(form);
  fireEvent.click(
    await add.findByRole("button", { name: "No time suits: put on the list “Earlier times”" }),
  );
  fireEvent.change(add.getByLabelText("Last day"), { target: { value: "2026-11-18" } });
  expect(broughtBy().value).toBe("Ese Oke");
  if (form) fireEvent.submit(form);
  await screen.findByText("The patient is in the list “Earlier times”.");
  expect(bodiesOf("POST earlier-times")).toEqual([
    {
      service: "eye-exams",
      name: "Efe Oke",
      phone: "08050000012",
      broughtBy: "Ese Oke",
      until: "2026-11-18",
    },
  ]);
});
