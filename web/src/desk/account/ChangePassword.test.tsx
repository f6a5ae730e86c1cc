import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { describedBy, errorResponse, openDesk, respond, setUpDesk } from "../testing/desk-harness";
import { receptionist } from "../testing/samples";

setUpDesk();

const CHANGE = "POST me/password";

async function change(current: string, next: string) {
  await userEvent.type(screen.getByLabelText("Current password"), current);
  await userEvent.type(screen.getByLabelText("New password"), `${next}{Enter}`);
}

test("a new password that is easy to guess is refused at its field", async () => {
  const refusal = "This password is easy to guess: many people use it, or one like it.";
  respond({ [CHANGE]: () => errorResponse(422, "weak_password", refusal) });
  await openDesk(receptionist, "/desk/account");
  expect(describedBy(screen.getByLabelText("New password"))).toContain("four unrelated words");
  await change("secret", "password1234");
  await screen.findByText(refusal);
  expect(describedBy(screen.getByLabelText("New password"))).toContain(refusal);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a wrong current password is reported below the form", async () => {
  respond({ [CHANGE]: () => errorResponse(422, "wrong_password", "The password is wrong.") });
  await openDesk(receptionist, "/desk/account");
  await change("guess", "lamp river seven paper");
  expect((await screen.findByRole("alert")).textContent).toBe("The password is wrong.");
  expect(screen.getByLabelText("New password").getAttribute("aria-invalid")).toBeNull();
});
