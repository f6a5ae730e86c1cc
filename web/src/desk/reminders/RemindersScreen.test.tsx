import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DueRecall } from "../../generated/DueRecall";
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
  booked: null,
};

const page = (...recalls: DueRecall[]) => json({ recalls, more: false });

beforeEach(() =>
  respond({
    "GET appointments/reminders": json({ appointments: [appointment] }),
    "GET recalls?list=to-ask": page(recall),
    "GET recalls?list=asked": page(),
    "GET recalls?list=booked": page(),
    "POST appointments/a1/open": json(openedAppointment),
    "POST appointments/a1/reminded": noContent,
    "POST recalls/c1/asked": noContent,
    "POST recalls/c1/end": noContent,
  }),
);

test("a patient without email is reminded with a ready message, and a press marks it done", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await press("Show number and message for K7Q-4XM");
  const chat = await screen.findByRole("link", { name: "WhatsApp" });
  expect(chat.getAttribute("href")).toBe(openedAppointment.reminder.whatsapp);
  expect(screen.getByRole("link", { name: "SMS" }).getAttribute("href")).toMatch(/^sms:/);
  respond({ "GET appointments/reminders": json({ appointments: [] }) });
  await press("Reminded K7Q-4XM");
  await screen.findByText("Nobody has to be reminded.");
  const { date, time, state } = appointment;
  expect(bodiesOf("POST appointments/a1/reminded")).toEqual([{ date, time, state }]);
});

test("a visit that was moved in the meantime is not marked: the list is loaded again and says so", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await screen.findByRole("button", { name: "Reminded K7Q-4XM" });
  const message = "This appointment was moved or cancelled in the meantime.";
  respond({
    "POST appointments/a1/reminded": () => errorResponse(409, "changed_meanwhile", message),
    "GET appointments/reminders": json({ appointments: [{ ...appointment, time: "15:45" }] }),
  });
  await press("Reminded K7Q-4XM");
  await screen.findByText(/3:45 PM/);
  expect(screen.getByText(message)).toBeTruthy();
});

test("the focus follows: from a shown number to its links, and from a reminded patient to the next one", async () => {
  const second = { ...appointment, id: "a2", reference: "S4Q-6TU" };
  respond({ "GET appointments/reminders": json({ appointments: [appointment, second] }) });
  await openDesk(receptionist, "/desk/reminders");
  await press("Show number and message for K7Q-4XM");
  const chat = await screen.findByRole("link", { name: "WhatsApp" });
  await waitFor(() => expect(document.activeElement).toBe(chat));
  const shown = await screen.findByText("The number of K7Q-4XM is shown.");
  expect(shown.closest("[role=status]")).toBeTruthy();
  respond({ "GET appointments/reminders": json({ appointments: [second] }) });
  await press("Reminded K7Q-4XM");
  const next = await screen.findByRole("button", { name: /^Show number.*S4Q-6TU/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
  const reminded = await screen.findByText("The patient of K7Q-4XM was reminded.");
  expect(reminded.closest("[role=status]")).toBeTruthy();
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
