import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { StaffAccount } from "../../generated/StaffAccount";
import {
  bodiesOf,
  button,
  dialog,
  json,
  noContent,
  openDesk,
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
};
const ngozi: StaffAccount = {
  name: "ngozi",
  role: "desk",
  disabled: false,
  totp: false,
  lastSeen: null,
};

const listOf = (...staff: StaffAccount[]) => json({ staff });

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
  await userEvent.click(button("Disable ngozi"));
  await userEvent.click(dialog("Disable ngozi?").getByRole("button", { name: "Disable" }));
  expect(await screen.findByText("ngozi can no longer sign in.")).toBeTruthy();

  respond({ "POST staff/ngozi/enable": noContent, "GET staff": listOf(ada, ngozi) });
  await userEvent.click(await screen.findByRole("button", { name: "Re-enable ngozi" }));
  expect(await screen.findByText("ngozi can sign in again.")).toBeTruthy();
  expect(await screen.findByRole("button", { name: "Disable ngozi" })).toBeTruthy();
});

test("changing a role asks first and says what the role may do", async () => {
  await openStaff();
  expect(screen.queryByRole("button", { name: "Change role of ada" })).toBeNull();
  const CHANGE = "POST staff/ngozi/role";
  respond({
    [CHANGE]: noContent,
    "GET staff": listOf(ada, { ...ngozi, role: "owner" }),
  });
  await userEvent.click(button("Change role of ngozi"));
  const question = dialog("Give ngozi the role Owner?");
  expect(question.getByText(/Can do everything/)).toBeTruthy();
  await userEvent.click(question.getByRole("button", { name: "Change role" }));
  expect(await screen.findByText("ngozi now has the role Owner.")).toBeTruthy();
  expect(bodiesOf(CHANGE)).toEqual([{ role: "owner" }]);
  expect(await screen.findByText("Owner. Never signed in.")).toBeTruthy();
});

test("an added account appears in the list and the form is cleared", async () => {
  await openStaff();
  respond({
    "POST staff": () => Response.json({}, { status: 201 }),
    "GET staff": listOf(ada, ngozi, { ...ngozi, name: "uche" }),
  });
  await userEvent.type(screen.getByLabelText("Name"), "uche ");
  await userEvent.type(screen.getByLabelText("First password"), "lamp river seven paper{Enter}");
  expect(await screen.findByText("uche can now sign in.")).toBeTruthy();
  expect(await screen.findByText("uche")).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>("First password").value).toBe("");
  expect(document.activeElement).toBe(screen.getByLabelText("Name"));
});

test("a password reset shows a link to pass on", async () => {
  await openStaff();
  const link = { path: "/desk/reset-password#token", expiresAt: "2027-02-02T08:00:00Z" };
  respond({ "POST staff/ngozi/reset-password": () => Response.json(link, { status: 201 }) });
  expect(screen.queryByRole("button", { name: "Reset password of ada" })).toBeNull();
  await userEvent.click(button("Reset password of ngozi"));
  expect(await screen.findByText(`${location.origin}/desk/reset-password#token`)).toBeTruthy();
  expect(screen.getByText(/It works once, until/)).toBeTruthy();
});
