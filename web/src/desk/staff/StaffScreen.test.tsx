import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import type { EmailState } from "../../generated/EmailState";
import type { Session } from "../../generated/Session";
import type { StaffAccount } from "../../generated/StaffAccount";
import {
  bodiesOf,
  button,
  dialog,
  errorResponse,
  json,
  noContent,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const ada: StaffAccount = {
  name: "ada",
  role: "owner",
  disabled: false,
  totp: true,
  lastSeen: "2026-11-01T07:00:00Z",
  invitation: null,
};
const ngozi: StaffAccount = {
  name: "ngozi",
  role: "desk",
  disabled: false,
  totp: false,
  lastSeen: null,
  invitation: null,
};
const uche: StaffAccount = {
  ...ngozi,
  name: "uche",
  invitation: { validUntil: "2026-11-19T08:00:00Z", email: null },
};

const listOf = (...staff: StaffAccount[]) => json({ staff, twoStepRoles: ["editor", "owner"] });

async function openStaff() {
  respond({ "GET staff": listOf(ada, ngozi) });
  await openDesk(owner, "/desk/staff");
  await screen.findByText("ada (you)");
}

test("the list describes each account, and nobody can disable their own", async () => {
  await openStaff();
  expect(
    screen.getByText(
      "Owner. Last seen on 1 November 2026 at 8:00 AM. Two-step verification is on.",
    ),
  ).toBeTruthy();
  expect(screen.getByText("Desk. Never signed in.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Disable ada" })).toBeNull();
});

test("disabling asks first, and the account can be re-enabled", async () => {
  await openStaff();
  respond({
    "POST staff/ngozi/disable": noContent,
    "GET staff": listOf(ada, { ...ngozi, disabled: true }),
  });
  await press("Disable ngozi");
  await press("Disable", dialog("Disable ngozi?"));
  expect(await screen.findByText("ngozi can no longer sign in.")).toBeTruthy();

  const enable = await screen.findByRole("button", { name: "Re-enable ngozi" });
  respond({ "POST staff/ngozi/enable": noContent, "GET staff": listOf(ada, ngozi) });
  await userEvent.click(enable);
  expect(await screen.findByText("ngozi can sign in again.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Disable ngozi" })).toBeTruthy();
});

test("changing a role asks which one and says what it may do", async () => {
  await openStaff();
  expect(screen.queryByRole("button", { name: "Change role of ada" })).toBeNull();
  const CHANGE = "POST staff/ngozi/role";
  respond({
    [CHANGE]: noContent,
    "GET staff": listOf(ada, { ...ngozi, role: "editor" }),
  });
  await press("Change role of ngozi");
  const question = dialog("Change the role of ngozi");
  expect(question.getByText(/Can do everything/)).toBeTruthy();
  await userEvent.click(question.getByRole("radio", { name: "Editor" }));
  expect(question.getByText(/change the texts and pictures/)).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Change role" }));
  expect(await screen.findByText("ngozi now has the role Editor.")).toBeTruthy();
  expect(bodiesOf(CHANGE)).toEqual([{ role: "editor" }]);
  expect(await screen.findByText("Editor. Never signed in.")).toBeTruthy();
});

const link = { path: "/desk/reset-password#token", expiresAt: "2026-11-19T08:00:00Z" };
const url = () => `${location.origin}/desk/reset-password#token`;
const created = () => Response.json(link, { status: 201 });

test("an invitation needs a name and a role, and its link is shown with a QR code and can be copied", async () => {
  const user = userEvent.setup();
  const share = vi.fn(async () => {});
  Object.assign(navigator, { share });
  await openStaff();
  respond({ "POST staff": created, "GET staff": listOf(ada, ngozi, uche) });
  await user.type(screen.getByLabelText("Name"), "uche {Enter}");
  const heading = await screen.findByRole("heading", { name: "Invitation for uche" });
  expect(bodiesOf("POST staff")).toEqual([{ name: "uche", role: "desk" }]);
  await waitFor(() => expect(document.activeElement).toBe(heading));
  expect(screen.getByText(url())).toBeTruthy();
  expect(screen.getByText(/It works once, until 19 November 2026 at 9:00 AM\./)).toBeTruthy();
  expect(screen.getByRole("img", { name: "QR code of the link for uche" })).toBeTruthy();
  await user.click(button("Copy link"));
  expect(await screen.findByText("Copied.")).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(url());
  await user.click(button("Copy with a text"));
  const message = await navigator.clipboard.readText();
  expect(message).toMatch(/^Hello [a-z]+, please choose your password/);
  expect(message).toContain(url());
  expect(message).toContain("You then sign in with the name uche.");
  await user.click(button("Share with a text"));
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ text: message }));
  expect(
    await screen.findByText("Desk. Invited, link valid until 19 November 2026 at 9:00 AM."),
  ).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("");
});

test("a link that cannot be copied can be selected", async () => {
  const user = userEvent.setup();
  await openStaff();
  respond({ "POST staff": created, "GET staff": listOf(ada, uche) });
  await user.type(screen.getByLabelText("Name"), "uche{Enter}");
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("no"));
  await user.click(await screen.findByRole("button", { name: "Copy link" }));
  expect(await screen.findByText(/Select the link and copy it\./)).toBeTruthy();
});

test("an invited colleague gets a new link, or the invitation is cancelled", async () => {
  const expired = { ...uche, invitation: { validUntil: null, email: null } };
  respond({ "GET staff": listOf(ada, expired) });
  await openDesk(owner, "/desk/staff");
  expect(await screen.findByText("Desk. Invited, the link has expired.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "New password link for uche" })).toBeNull();
  respond({ "POST staff/uche/reset-password": created, "GET staff": listOf(ada, uche) });
  await press("Send again with a new link for uche");
  expect(await screen.findByRole("heading", { name: "Invitation for uche" })).toBeTruthy();
  expect(await screen.findByText(/link valid until/)).toBeTruthy();

  respond({ "POST staff/uche/cancel-invitation": noContent, "GET staff": listOf(ada) });
  await press("Cancel invitation of uche");
  expect(await screen.findByText(/The invitation of uche is cancelled\./)).toBeTruthy();
  expect(screen.queryByText(url())).toBeNull();
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 })),
  );
});

const smtpOwner: Session = { ...owner, mailTransport: "smtp" };
const SEND = "POST staff/uche/send-invitation";
const emailedTo = (to: string, state: EmailState) => json({ to, state });

async function inviteUche(me: Session) {
  respond({ "GET staff": listOf(ada, ngozi) });
  await openDesk(me, "/desk/staff");
  await screen.findByText("ada (you)");
  respond({ "POST staff": created, "GET staff": listOf(ada, ngozi, uche) });
  await userEvent.type(screen.getByLabelText("Name"), "uche{Enter}");
  await screen.findByRole("heading", { name: "Invitation for uche" });
}

const typeAddress = (address: string) =>
  userEvent.type(screen.getByLabelText("Email address of uche"), address);

test("an invitation is sent by email once, and the screen says to whom", async () => {
  await inviteUche(smtpOwner);
  const email = { to: "u•••@example.com", state: "sent" } as const;
  const emailed = { ...uche, invitation: { validUntil: "2026-11-19T08:00:00Z", email } };
  respond({ [SEND]: json(email), "GET staff": listOf(ada, ngozi, emailed) });
  await typeAddress("uche@example.com{Enter}");
  const notice = await screen.findByText("The invitation was sent to uche@example.com.");
  await waitFor(() => expect(document.activeElement?.contains(notice)).toBe(true));
  expect(document.activeElement).not.toBe(document.body);
  expect(bodiesOf(SEND)).toEqual([{ token: "token", address: "uche@example.com" }]);
  expect(screen.queryByRole("button", { name: "Send the invitation by email" })).toBeNull();
  expect(await screen.findByText(/Invited, emailed to u•••@example\.com, link valid/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Copy with a text" })).toBeTruthy();
});

test("an invitation that waits for the mail server is not called sent", async () => {
  await inviteUche(smtpOwner);
  respond({ [SEND]: emailedTo("u•••@example.com", "queued"), "GET staff": listOf(ada, uche) });
  await typeAddress("uche@example.com{Enter}");
  expect(await screen.findByText(/will be sent to uche@example\.com as soon as/)).toBeTruthy();
});

test("without a mail server the owner passes the link on", async () => {
  await inviteUche(owner);
  respond({ [SEND]: emailedTo("u•••@example.com", "sent"), "GET staff": listOf(ada, uche) });
  await typeAddress("uche@example.com{Enter}");
  expect(await screen.findByText(/Please pass the link on yourself\./)).toBeTruthy();
});

test("a link that has ended is sent again as a new one", async () => {
  await inviteUche(smtpOwner);
  respond({ [SEND]: () => errorResponse(410, "invalid_link", "This link was used.") });
  await typeAddress("uche@example.com{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("This link was used.");
  const renewed = { path: "/desk/reset-password#newer", expiresAt: "2026-11-22T08:00:00Z" };
  respond({
    "POST staff/uche/reset-password": () => Response.json(renewed, { status: 201 }),
    [SEND]: emailedTo("u•••@example.com", "sent"),
    "GET staff": listOf(ada, uche),
  });
  await press("Send again with a new link");
  expect(await screen.findByText("The invitation was sent to uche@example.com.")).toBeTruthy();
  expect(bodiesOf(SEND).at(-1)).toEqual({ token: "newer", address: "uche@example.com" });
  expect(screen.getByText(`${location.origin}${renewed.path}`)).toBeTruthy();
});

test("a password reset shows a link to pass on", async () => {
  await openStaff();
  respond({ "POST staff/ngozi/reset-password": created });
  expect(screen.queryByRole("button", { name: "New password link for ada" })).toBeNull();
  await press("New password link for ngozi");
  expect(await screen.findByRole("heading", { name: "New password for ngozi" })).toBeTruthy();
  expect(screen.queryByLabelText(/Email address/)).toBeNull();
  expect(screen.getByText(url())).toBeTruthy();
});

test("an owner decides which roles need two-step verification, except for owners", async () => {
  await openStaff();
  const checkbox = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name });
  expect(checkbox("Owner").disabled).toBe(true);
  expect([checkbox("Owner").checked, checkbox("Editor").checked]).toEqual([true, true]);
  respond({
    "POST staff-settings/two-step": noContent,
    "GET staff": json({ staff: [ada, ngozi], twoStepRoles: ["desk", "editor", "owner"] }),
  });
  await userEvent.click(checkbox("Desk"));
  expect(await screen.findByText(/now need two-step verification/)).toBeTruthy();
  expect(bodiesOf("POST staff-settings/two-step")).toEqual([{ role: "desk", required: true }]);
  await waitFor(() => expect(checkbox("Desk").checked).toBe(true));
});
