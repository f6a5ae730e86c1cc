import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  button,
  codeInput,
  errorResponse,
  json,
  noContent,
  openDesk,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const URI = "otpauth://totp/Clinic:ada?secret=GEZDGNBV&issuer=Clinic";
const overdue = {
  ...owner,
  requiredTwoStep: { requiredFrom: "2026-11-23T10:00:00Z", isRequired: true, daysLeft: 0 },
};
const setUpHeading = () =>
  screen.queryByRole("heading", { level: 1, name: "Set up two-step verification" });

test("an owner whose time is over can only set it up, and then uses the desk", async () => {
  respond({
    "POST me/totp/begin": json({ secret: "GEZDGNBV", uri: URI }),
    "POST me/totp/confirm": json({ recovery: ["aaaa-bbbb"] }),
  });
  await openDesk(overdue, "/desk/staff");
  expect(setUpHeading()).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(requests).toEqual(["GET me"]);

  await userEvent.type(screen.getByLabelText("Enter your password to set it up"), "secret{Enter}");
  await userEvent.type(await screen.findByLabelText(/Enter the 6-digit code/), "123456{Enter}");
  expect(await screen.findByText("aaaa-bbbb")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  history.replaceState(null, "", "/desk");
  await userEvent.click(button("Continue to the desk"));
  expect(codeInput()).toBeTruthy();
});

test("an owner whose time is over can sign out", async () => {
  respond({ "POST logout": noContent });
  await openDesk(overdue);
  await userEvent.click(button("Sign out"));
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeTruthy();
});

test("a desk that is open when the time ends leads to the set-up", async () => {
  await openDesk(owner);
  respond({
    "GET me": json(overdue),
    "POST codes/look-up": () => errorResponse(403, "two_step_required", "Please set it up first."),
  });
  await userEvent.type(codeInput(), "eye5abcd1234");
  expect(
    await screen.findByRole("heading", { level: 1, name: "Set up two-step verification" }),
  ).toBeTruthy();
});

test("owners can turn it off only before they need it, and see the date", async () => {
  const on = { ...overdue, totp: true };
  await openDesk(
    { ...on, requiredTwoStep: { ...on.requiredTwoStep, isRequired: false, daysLeft: 3 } },
    "/desk/account",
  );
  expect(screen.getByText(/From 23 November 2026, your account needs it/)).toBeTruthy();
  expect(button("Turn off")).toBeTruthy();
});

test("an owner who needs it cannot turn it off but can use another phone", async () => {
  await openDesk({ ...overdue, totp: true }, "/desk/account");
  expect(screen.getByText(/Your account needs it, so it cannot be turned off/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Turn off" })).toBeNull();
  expect(button("Use another phone")).toBeTruthy();
});
