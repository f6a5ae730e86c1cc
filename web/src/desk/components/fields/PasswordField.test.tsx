import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { button, openDesk, setUpDesk } from "../../testing/desk-harness";

setUpDesk();

test("a password can be shown and hidden again, and stays typed", async () => {
  await openDesk(null);
  const field = await screen.findByLabelText<HTMLInputElement>("Password");
  await userEvent.type(field, "lamp river");
  expect(field.type).toBe("password");
  await userEvent.click(button("Show password"));
  expect([field.type, field.value]).toEqual(["text", "lamp river"]);
  await userEvent.click(button("Hide password"));
  expect([field.type, field.value]).toEqual(["password", "lamp river"]);
});
