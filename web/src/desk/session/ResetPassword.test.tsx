import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import {
  bodiesOf,
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
