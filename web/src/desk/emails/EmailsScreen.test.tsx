import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import { button, noContent, openDesk, owner, respond, setUpDesk } from "../testing/desk-harness";

setUpDesk();

const failed: OutboxMessage = {
  id: "7",
  to: "w…@example.org",
  state: "failed",
  queuedAt: "2026-11-01T07:00:00Z",
  attempts: 23,
  nextAt: null,
  settledAt: "2026-11-04T07:00:00Z",
  reason: "The mailbox is full.",
};

const listOf =
  (...mail: OutboxMessage[]) =>
  () =>
    Response.json({ mail });

async function openEmails() {
  respond({ "GET mail?state=failed": listOf(failed) });
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
  await userEvent.click(button("Discard"));
  const dialog = within(screen.getByRole("dialog", { name: "Discard this email?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Discard email" }));
  expect(await screen.findByText("No emails.")).toBeTruthy();
});

test("a retry that the server rejects shows its message", async () => {
  await openEmails();
  const error = { code: "being_sent", message: "This email is being sent." };
  respond({ "POST mail/7/retry": () => Response.json({ error }, { status: 409 }) });
  await userEvent.click(button("Retry"));
  expect((await screen.findByRole("alert")).textContent).toBe("This email is being sent.");
});

test.each([
  ["accepted", null, "status", "The mail server accepted it. Check the inbox and the spam folder."],
  ["rejected", "550 no", "alert", "The mail server rejected it. Its response: 550 no"],
])("a test email with outcome %s is reported", async (outcome, reason, role, message) => {
  await openEmails();
  respond({ "POST mail/test": () => Response.json({ outcome, reason }) });
  await userEvent.type(screen.getByLabelText("Send a test email to"), "ada@example.org{Enter}");
  expect((await screen.findByText(message)).closest(`[role=${role}]`)).toBeTruthy();
});
