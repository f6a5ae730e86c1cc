import { screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import {
  bodiesOf,
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

const recall = {
  id: "c1",
  maskedName: "B•••",
  maskedPhone: "+234 805 ••• ••12",
  reason: "yearly check",
  due: "2026-11-15",
  hasEmail: false,
  askedAt: null,
};

beforeEach(() =>
  respond({
    "GET appointments/reminders": json({ appointments: [appointment] }),
    "GET recalls": json({ recalls: [recall] }),
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
  expect(requests).toContain("POST appointments/a1/reminded");
});

test("a due recall is marked as asked, and ended with its outcome", async () => {
  await openDesk(receptionist, "/desk/reminders");
  await press(/^Asked\s*: yearly check/);
  await waitFor(() => expect(requests).toContain("POST recalls/c1/asked"));
  await press(/^Declined\s*: yearly check/);
  await waitFor(() => expect(bodiesOf("POST recalls/c1/end")).toEqual([{ outcome: "declined" }]));
});
