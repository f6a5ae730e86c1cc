import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import {
  dialog,
  errorResponse,
  json,
  noContent,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { failedEmail, owner } from "../testing/samples";

setUpDesk();

const listOf = (...mail: OutboxMessage[]) => json({ mail });

async function openEmails() {
  respond({ "GET mail?state=failed": listOf(failedEmail) });
  await openDesk(owner, "/desk/emails");
  await screen.findByText("w…@example.org");
}

test("a failed email shows its history and reason", async () => {
  await openEmails();
  expect(screen.getByText("Not delivered after 3 days. Retry or discard.")).toBeTruthy();
  expect(
    screen.getByText(
      "Queued on 1 November 2026 at 8:00 AM. 23 attempts. Last attempt on 4 November 2026 at 8:00 AM.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("Reason: The mailbox is full.")).toBeTruthy();
});

test("discarding asks first and then reloads the list", async () => {
  await openEmails();
  respond({ "POST mail/7/discard": noContent, "GET mail?state=failed": listOf() });
  await press("Discard");
  const confirm = dialog("Discard this email?").getByRole("button", { name: "Discard email" });
  await userEvent.click(confirm);
  expect(await screen.findByText("No emails.")).toBeTruthy();
});

test("a retry that the server rejects shows its message", async () => {
  await openEmails();
  const error = () => errorResponse(409, "being_sent", "This email is being sent.");
  respond({ "POST mail/7/retry": error });
  await press("Retry");
  expect((await screen.findByRole("alert")).textContent).toBe("This email is being sent.");
});

test.each([
  ["accepted", null, "status", "The mail server accepted it. Check the inbox and the spam folder."],
  ["rejected", "550 no", "alert", "The mail server rejected it. Its response: 550 no"],
])("a test email with outcome %s is reported", async (outcome, reason, role, message) => {
  await openEmails();
  respond({ "POST mail/test": json({ outcome, reason }) });
  await userEvent.type(screen.getByLabelText("Send a test email to"), "ada@example.org{Enter}");
  expect((await screen.findByText(message)).closest(`[role=${role}]`)).toBeTruthy();
});

test.each(["Replaced", "Expired"] as const)("a %s email cannot be retried", async (label) => {
  const state = label === "Replaced" ? "replaced" : "expired";
  await openEmails();
  const email = { ...failedEmail, state, reason: "Not sent: it is not needed." } as const;
  respond({ [`GET mail?state=${state}`]: listOf(email) });
  await userEvent.click(screen.getByLabelText(label));
  expect(await screen.findByText("Reason: Not sent: it is not needed.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Discard" })).toBeNull();
});
