import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  bodiesOf,
  describedBy,
  errorResponse,
  json,
  openDesk,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { receptionist } from "../testing/samples";

setUpDesk();

const OPEN = "POST reset-password/open";
const RESET = "POST reset-password";
const PASSWORD = "lamp river seven paper";

test("a link lets somebody who is signed out choose a new password", async () => {
  respond({
    [OPEN]: json({ name: "ngozi", invitation: false }),
    [RESET]: json({ name: "ngozi" }),
  });
  await openDesk(null, "/desk/reset-password#token-of-the-link");
  await userEvent.type(await screen.findByLabelText("New password"), `${PASSWORD}{Enter}`);
  expect(
    await screen.findByText("Your password has been changed. You can now sign in as ngozi."),
  ).toBeTruthy();
  expect(bodiesOf(OPEN)).toEqual([{ token: "token-of-the-link" }]);
  expect(location.href).not.toContain("token-of-the-link");
  expect(bodiesOf(RESET)).toEqual([{ token: "token-of-the-link", password: PASSWORD }]);
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/desk");
  expect(requests).not.toContain("POST login");
});

test("an invitation greets the colleague, who is signed in with the chosen password", async () => {
  respond({
    [OPEN]: json({ name: "uche", invitation: true }),
    [RESET]: json({ name: "uche" }),
    "POST login": json({ ...receptionist, name: "uche" }),
  });
  await openDesk(null, "/desk/reset-password#token-of-the-link");
  expect(await screen.findByRole("heading", { name: "Welcome, uche" })).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Password"), `${PASSWORD}{Enter}`);
  expect(await screen.findByRole("navigation")).toBeTruthy();
  expect(location.pathname).toBe("/desk");
  expect(bodiesOf("POST login")).toEqual([{ name: "uche", password: PASSWORD }]);
});

test("an invited colleague who cannot be signed in now is told that the password is saved", async () => {
  respond({
    [OPEN]: json({ name: "uche", invitation: true }),
    [RESET]: json({ name: "uche" }),
    "POST login": () => errorResponse(503, "unavailable", "Please try again later."),
  });
  await openDesk(null, "/desk/reset-password#token-of-the-link");
  await userEvent.type(await screen.findByLabelText("Password"), `${PASSWORD}{Enter}`);
  expect(
    await screen.findByText("Your password has been saved. You can now sign in as uche."),
  ).toBeTruthy();
});

test("a link that no longer works says what to do before anything is typed", async () => {
  respond({ [OPEN]: () => errorResponse(410, "invalid_link", "Please ask an owner.") });
  await openDesk(null, "/desk/reset-password#used");
  expect((await screen.findByRole("alert")).textContent).toContain("Please ask an owner.");
  expect(screen.queryByLabelText("New password")).toBeNull();
  expect(screen.queryByRole("button", { name: "Try again" })).toBeNull();
});

test("a link that was used meanwhile shows the server's message", async () => {
  respond({
    [OPEN]: json({ name: "ngozi", invitation: false }),
    [RESET]: () => errorResponse(410, "invalid_link", "This link has expired."),
  });
  await openDesk(null, "/desk/reset-password#used");
  await userEvent.type(await screen.findByLabelText("New password"), `${PASSWORD}{Enter}`);
  expect((await screen.findByRole("alert")).textContent).toBe("This link has expired.");
});

test("a password that is easy to guess is refused at the field, which states the rule before", async () => {
  const refusal = "This password is easy to guess: it repeats characters or words.";
  respond({
    [OPEN]: json({ name: "ngozi", invitation: false }),
    [RESET]: () => errorResponse(422, "weak_password", refusal),
  });
  await openDesk(null, "/desk/reset-password#token-of-the-link");
  const field = await screen.findByLabelText("New password");
  expect(describedBy(field)).toContain("four unrelated words");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await userEvent.type(field, "river2026river2026{Enter}");
  await screen.findByText(refusal);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(describedBy(field)).toContain(refusal);
  expect(screen.queryByRole("alert")).toBeNull();
});
