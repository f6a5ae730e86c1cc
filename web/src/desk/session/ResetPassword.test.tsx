import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  bodiesOf,
  describedBy,
  errorResponse,
  json,
  openDesk,
  respond,
  setUpDesk,
} from "../testing/desk-harness";

setUpDesk();

const RESET = "POST reset-password";

test("a link lets somebody who is signed out choose a new password", async () => {
  respond({ [RESET]: json({ name: "ngozi" }) });
  await openDesk(null, "/desk/reset-password#token-of-the-link");
  await userEvent.type(screen.getByLabelText("New password"), "lamp river seven paper{Enter}");
  expect(
    await screen.findByText("Your password has been changed. You can now sign in as ngozi."),
  ).toBeTruthy();
  expect(bodiesOf(RESET)).toEqual([
    { token: "token-of-the-link", password: "lamp river seven paper" },
  ]);
  expect(screen.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/desk");
});

test("a used link shows the server's message", async () => {
  respond({ [RESET]: () => errorResponse(410, "invalid_link", "This link has expired.") });
  await openDesk(null, "/desk/reset-password#used");
  await userEvent.type(screen.getByLabelText("New password"), "lamp river seven paper{Enter}");
  expect((await screen.findByRole("alert")).textContent).toBe("This link has expired.");
});

test("a password that is easy to guess is refused at the field, which states the rule before", async () => {
  const refusal = "This password is easy to guess: it repeats characters or words.";
  respond({ [RESET]: () => errorResponse(422, "weak_password", refusal) });
  await openDesk(null, "/desk/reset-password#token-of-the-link");
  const field = screen.getByLabelText("New password");
  expect(describedBy(field)).toContain("four unrelated words");
  expect(field.getAttribute("aria-invalid")).toBeNull();
  await userEvent.type(field, "river2026river2026{Enter}");
  await screen.findByText(refusal);
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(describedBy(field)).toContain(refusal);
  expect(screen.queryByRole("alert")).toBeNull();
});
