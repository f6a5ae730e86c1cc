import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DueRecall } from "../../generated/DueRecall";
import type { PatientToTell } from "../../generated/PatientToTell";
import {
  bodiesOf,
  errorResponse,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { appointment, openedAppointment, receptionist } from "../testing/samples";

setUpDesk();

const recall: DueRecall = {
  id: "c1",
  maskedName: "B•••",
  maskedPhone: "+234 805 ••• ••12",
  reason: "yearly check",
  due: "2026-11-15",
  hasEmail: false,
  emailFailed: false,
  askedAt: null,
  canUndoAsked: false,
  outcome: null,
  booked: null,
};

const TO_TELL = "GET appointments/to-tell?offset=0";
const toTell: PatientToTell = { appointment, toTell: "moved", emailFailed: false, others: [] };

const page = (...recalls: DueRecall[]) => json({ recalls, more: false });

beforeEach(() =>
  respond({
    [TO_TELL]: json({ patients: [toTell], total: 1 }),
    "GET recalls?list=to-ask": page(recall),
    "GET recalls?list=asked": page(),
    "GET recalls?list=booked": page(),
    "POST appointments/a1/open": json(openedAppointment),
    "POST appointments/a1/told": noContent,
    "POST appointments/a1/told/undo": noContent,
    "POST recalls/c1/asked": noContent,
    "POST recalls/c1/asked/undo": noContent,
    "POST recalls/c1/end": noContent,
    "POST recalls/c1/end/undo": noContent,
    "POST recalls/c1/email-returned": noContent,
  }),
);

test("visits that were added together are one row with all dates, and Told is about all of them", async () => {
  const others = [
    { id: "a2", date: "2026-12-14", time: "08:30" },
    { id: "a3", date: "2027-01-11", time: "09:00" },
  ];
  respond({
    [TO_TELL]: json({ patients: [{ ...toTell, toTell: "confirmed", others }], total: 1 }),
  });
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByText(
    /With 2 more visits: Monday 14 December 2026, 8:30 AM; Monday 11 January 2027, 9:00 AM/,
  );
  await press("Told K7Q-4XM");
  await screen.findByText("The patient of K7Q-4XM was told.");
  const { date, time } = appointment;
  const told = { toTell: "confirmed", date, time, others };
  expect(bodiesOf("POST appointments/a1/told")).toEqual([told]);
  await press("Undo “Told” of K7Q-4XM");
  await screen.findByText("The patient of K7Q-4XM is in the list again.");
  expect(bodiesOf("POST appointments/a1/told/undo")).toEqual([told]);
});

test("a patient without email is told with a ready message, and a press marks it done, with undo", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByText(/No email address\./);
  await press("Show number and message for K7Q-4XM");
  const chat = await screen.findByRole("link", { name: "WhatsApp" });
  expect(chat.getAttribute("href")).toBe(openedAppointment.message.whatsapp);
  expect(chat.getAttribute("target")).toBe("_blank");
  expect(screen.getByText(openedAppointment.message.text)).toBeTruthy();
  expect(screen.getByRole("link", { name: "SMS" }).getAttribute("href")).toMatch(/^sms:/);
  respond({ [TO_TELL]: json({ patients: [], total: 0 }) });
  await press("Told K7Q-4XM");
  await screen.findByText("Nobody has to be told.");
  const { date, time } = appointment;
  expect(bodiesOf("POST appointments/a1/told")).toEqual([{ toTell: "moved", date, time }]);
  respond({ [TO_TELL]: json({ patients: [toTell], total: 1 }) });
  await press(/^Undo/);
  await screen.findByRole("button", { name: "Told K7Q-4XM" });
  expect(bodiesOf("POST appointments/a1/told/undo")).toEqual([{ toTell: "moved", date, time }]);
});

test("when “Told” of the only patient is undone, the focus stays in the list", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByRole("button", { name: "Told K7Q-4XM" });
  respond({ [TO_TELL]: json({ patients: [], total: 0 }) });
  await press("Told K7Q-4XM");
  await screen.findByText("Nobody has to be told.");
  const undo = await screen.findByRole("button", { name: "Undo “Told” of K7Q-4XM" });
  undo.focus();
  respond({ [TO_TELL]: json({ patients: [toTell], total: 1 }) });
  await press("Undo “Told” of K7Q-4XM");
  const told = await screen.findByRole("button", { name: "Told K7Q-4XM" });
  await waitFor(() => expect(undo.isConnected).toBe(false));
  const list = told.closest("section");
  await waitFor(() => expect(list?.contains(document.activeElement)).toBe(true));
});

test("what has to be told is said, and after a later change only the later", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByText("Moved to this time:");
  await press("Show number and message for K7Q-4XM");
  await screen.findByRole("link", { name: "WhatsApp" });
  const message = "This appointment was moved or cancelled in the meantime.";
  const later = { ...toTell, toTell: "cancelled" as const };
  respond({
    "POST appointments/a1/told": () => errorResponse(409, "changed_meanwhile", message),
    [TO_TELL]: json({ patients: [later], total: 1 }),
  });
  await press("Told K7Q-4XM");
  await screen.findByText("Cancelled:");
  expect(screen.getByText(message)).toBeTruthy();
  expect(screen.queryByText("Moved to this time:")).toBeNull();
  expect(screen.queryByRole("link", { name: "WhatsApp" })).toBeNull();
});

test("a long list to tell is shown page by page, with its whole number", async () => {
  const second = { ...appointment, id: "a2", reference: "S4Q-6TU" };
  respond({
    [TO_TELL]: json({ patients: [toTell], total: 2 }),
    "GET appointments/to-tell?offset=1": json({
      patients: [toTell, { ...toTell, appointment: second }],
      total: 2,
    }),
  });
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByText("1 of 2 patients are shown.");
  await press("Show more");
  await screen.findByRole("button", { name: "Told S4Q-6TU" });
  expect(screen.getAllByRole("button", { name: "Told K7Q-4XM" })).toHaveLength(1);
});

test("the focus follows: from a shown number to its links, and from a told patient to the next one", async () => {
  const second = { ...toTell, appointment: { ...appointment, id: "a2", reference: "S4Q-6TU" } };
  respond({ [TO_TELL]: json({ patients: [toTell, second], total: 2 }) });
  await openDesk(receptionist, "/desk/reminders");
  await press("Show number and message for K7Q-4XM");
  const chat = await screen.findByRole("link", { name: "WhatsApp" });
  await waitFor(() => expect(document.activeElement).toBe(chat));
  const shown = await screen.findByText("The number of K7Q-4XM is shown.");
  expect(shown.closest("[role=status]")).toBeTruthy();
  respond({ [TO_TELL]: json({ patients: [second], total: 1 }) });
  await press("Told K7Q-4XM");
  const next = await screen.findByRole("button", { name: /^Show number.*S4Q-6TU/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
  const told = await screen.findByText("The patient of K7Q-4XM was told.");
  expect(told.closest("[role=status]")).toBeTruthy();
});

test("after a recall has ended, the focus is on the next one", async () => {
  const second = { ...recall, id: "c2", reason: "pressure check" };
  respond({ "GET recalls?list=to-ask": page(recall, second) });
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByText(/pressure check, due/);
  respond({ "GET recalls?list=to-ask": page(second) });
  await press(/^Declined\s*: yearly check/);
  const next = screen.getByRole("button", { name: /^Show number.*pressure check/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
  expect(screen.getByText("The recall has ended: yearly check.")).toBeTruthy();
});

test("a due recall is marked as asked, and ended with its outcome", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await press(/^Asked\s*: yearly check/);
  await waitFor(() => expect(requests).toContain("POST recalls/c1/asked"));
  await press(/^Declined\s*: yearly check/);
  await waitFor(() => expect(bodiesOf("POST recalls/c1/end")).toEqual([{ outcome: "declined" }]));
});

test("a long list is shown page by page", async () => {
  respond({
    "GET recalls?list=to-ask": json({ recalls: [recall], more: true }),
    "GET recalls?list=to-ask&afterDue=2026-11-15&afterId=c1": page({
      ...recall,
      id: "c2",
      maskedName: "C•••",
    }),
  });
  await openDesk(receptionist, "/desk/reminders");
  await press("Show more");
  await screen.findByText("C•••");
  expect(screen.getByText("B•••")).toBeTruthy();
});

test("staff see who has booked, and that another name may be a relative", async () => {
  const booked = { date: "2026-11-20", time: "09:30", hasSameName: true };
  respond({
    "GET recalls?list=to-ask": page({ ...recall, booked: { ...booked, hasSameName: false } }),
    "GET recalls?list=booked": page({ ...recall, id: "c2", booked }),
  });
  await openDesk(receptionist, "/desk/reminders");
  const list = within(await screen.findByRole("region", { name: "Booked to come back" }));
  expect(await list.findByText("Has booked for 20 November 2026, 9:30 AM.")).toBeTruthy();
  expect(await screen.findByText(/^Somebody else with this phone number/)).toBeTruthy();
});

test("a patient whom the email did not reach is to be asked by phone", async () => {
  respond({ "GET recalls?list=to-ask": page({ ...recall, hasEmail: true, emailFailed: true }) });
  await openDesk(receptionist, "/desk/reminders");
  expect(await screen.findByText(/Our email did not reach the patient: please ask\./)).toBeTruthy();
});

test("a patient whose email came back is to be asked by phone", async () => {
  const asked = { ...recall, hasEmail: true, askedAt: "2026-11-15T08:00:00Z" };
  respond({ "GET recalls?list=to-ask": page(), "GET recalls?list=asked": page(asked) });
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByRole("button", { name: /^Email came back\s*: yearly check/ });
  const failed = { ...asked, emailFailed: true, askedAt: null };
  respond({ "GET recalls?list=to-ask": page(failed), "GET recalls?list=asked": page() });
  await press(/^Email came back\s*: yearly check/);
  await screen.findByText(/^The email came back, so the patient is to be asked by phone/);
  await screen.findByText(/Our email did not reach the patient: please ask\./);
  expect(requests).toContain("POST recalls/c1/email-returned");
});

test("the patient of a missed visit who knows a later time is told that it was moved", async () => {
  const missed: PatientToTell = { ...toTell, appointment: { ...appointment, state: "missed" } };
  respond({ [TO_TELL]: json({ patients: [missed], total: 1 }) });
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByText("Was moved to this time, and the patient does not know:");
});

test("told earlier in the day: a wrong press is undone", async () => {
  const second = { ...toTell, appointment: { ...appointment, id: "a2", reference: "S4Q-6TU" } };
  respond({
    [TO_TELL]: json({ patients: [], total: 0 }),
    "GET appointments/told": json([toTell, second]),
    "POST appointments/a2/told/undo": noContent,
  });
  await openDesk(receptionist, "/desk/reminders");
  fireEvent.click(await screen.findByText("Told in the last day"));
  await screen.findByRole("button", { name: "Undo “Told” of K7Q-4XM" });
  await press("Undo “Told” of S4Q-6TU");
  await screen.findByText("The patient of S4Q-6TU is in the list again.");
  const { date, time } = appointment;
  expect(bodiesOf("POST appointments/a2/told/undo")).toEqual([{ toTell: "moved", date, time }]);
});

test("a recall that was ended by a wrong press is open again after an undo beside it", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByRole("button", { name: /^No answer\s*: yearly check/ });
  respond({ "GET recalls?list=to-ask": page() });
  await press(/^No answer\s*: yearly check/);
  await screen.findByText("The recall has ended: yearly check.");
  respond({ "GET recalls?list=to-ask": page(recall) });
  await press(/^Undo “No answer”\s*: yearly check/);
  await screen.findByText("Undone: yearly check.");
  expect(requests).toContain("POST recalls/c1/end/undo");
  await screen.findByRole("button", { name: /^Declined\s*: yearly check/ });
});

test("recalls that were ended in the last day are listed with their outcome, and one is undone", async () => {
  respond({ "GET recalls?list=ended": page({ ...recall, outcome: "declined" }) });
  await openDesk(receptionist, "/desk/reminders");
  fireEvent.click(await screen.findByText("Recalls that were ended in the last day"));
  const list = within(await screen.findByRole("region", { name: "Ended" }));
  await list.findByText(/yearly check, due on 15 November 2026\. Declined\./);
  await press(/^Undo “Declined”\s*: yearly check/);
  await screen.findByText("Undone: yearly check.");
  expect(requests).toContain("POST recalls/c1/end/undo");
});

test("a wrong press is undone in the list of those who were asked", async () => {
  const asked = { ...recall, askedAt: "2026-11-15T08:00:00Z", canUndoAsked: true };
  respond({ "GET recalls?list=to-ask": page(), "GET recalls?list=asked": page(asked) });
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByRole("button", { name: /^Undo “Asked”\s*: yearly check/ });
  respond({ "GET recalls?list=to-ask": page(recall), "GET recalls?list=asked": page() });
  await press(/^Undo “Asked”\s*: yearly check/);
  await screen.findByRole("button", { name: /^Asked\s*: yearly check/ });
  expect(requests).toContain("POST recalls/c1/asked/undo");
});
