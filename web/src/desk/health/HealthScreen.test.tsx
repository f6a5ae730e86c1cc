import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Health } from "../../generated/Health";
import type { HealthCheck } from "../../generated/HealthCheck";
import {
  bodiesOf,
  errorResponse,
  findDialog,
  json,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner, receptionist } from "../testing/samples";

setUpDesk();

const content: HealthCheck = {
  subject: "content",
  isGood: true,
  message: "The site shows revision 3.",
  advice: null,
  details: [],
  action: null,
};
const wrongClock: Health = {
  now: "2027-09-12T09:00:00Z",
  checks: [
    content,
    {
      subject: "clock",
      isGood: false,
      message: "The clock of the server cannot be trusted.",
      advice: "Set the clock.",
      details: [],
      action: "confirmClock",
    },
  ],
};

test("what needs a person is counted in the menu and says what to do", async () => {
  respond({ "GET health": json(wrongClock) });
  await openDesk(owner, "/desk/health");
  expect(await screen.findByText("The clock of the server cannot be trusted.")).toBeTruthy();
  expect(screen.getByText("Set the clock.")).toBeTruthy();
  expect(screen.getByText("The site shows revision 3.")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Health (1)" }).length).toBeGreaterThan(0);
  expect(screen.queryByText("Everything is in order.")).toBeNull();
});

test("nothing is counted when everything is in order", async () => {
  respond({ "GET health": json({ ...wrongClock, checks: [content] }) });
  await openDesk(owner, "/desk/health");
  expect(await screen.findByText("Everything is in order.")).toBeTruthy();
  expect(screen.getAllByRole("link", { name: "Health" }).length).toBeGreaterThan(0);
});

test("an owner confirms the time that was shown", async () => {
  respond({
    "GET health": json(wrongClock),
    "POST health/clock": json({ ...wrongClock, checks: [content] }),
  });
  await openDesk(owner, "/desk/health");
  await screen.findByText("Set the clock.");
  await press("The clock is right…");
  const dialog = await findDialog("Is the server's clock right?");
  expect(dialog.getByText("12 September 2027 at 10:00 AM")).toBeTruthy();
  respond({ "GET health": json({ ...wrongClock, checks: [content] }) });
  await press("It is right");
  expect(await screen.findByText("Everything is in order.")).toBeTruthy();
  expect(bodiesOf("POST health/clock")).toEqual([{ now: "2027-09-12T09:00:00Z" }]);
});

test("a refusal is shown", async () => {
  respond({
    "GET health": json(wrongClock),
    "POST health/clock": () =>
      errorResponse(409, "changed_meanwhile", "The clock of the server shows another time now."),
  });
  await openDesk(owner, "/desk/health");
  await screen.findByText("Set the clock.");
  await press("The clock is right…");
  await press("It is right");
  expect(await screen.findByText("The clock of the server shows another time now.")).toBeTruthy();
});

test("an owner sends the emails that a restored backup holds", async () => {
  const held: HealthCheck = {
    subject: "mail",
    isGood: false,
    message: "No email is sent.",
    advice: "Discard those that were sent before.",
    details: [],
    action: "releaseMail",
  };
  respond({
    "GET health": json({ ...wrongClock, checks: [content, held] }),
    "POST health/mail": json({ ...wrongClock, checks: [content] }),
  });
  await openDesk(owner, "/desk/health");
  await screen.findByText("No email is sent.");
  await press("Send emails again…");
  await findDialog("Send the emails that wait?");
  expect(requests).not.toContain("POST health/mail");
  respond({ "GET health": json({ ...wrongClock, checks: [content] }) });
  await press("Send them");
  expect(await screen.findByText("Everything is in order.")).toBeTruthy();
  expect(requests).toContain("POST health/mail");
});

test("others than owners do not ask for it", async () => {
  await openDesk(receptionist);
  await waitFor(() => expect(requests).toContain("GET appointments/waiting"));
  expect(requests).not.toContain("GET health");
});
