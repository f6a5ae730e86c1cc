import { act, fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import {
  errorResponse,
  findDialog,
  json,
  openDesk,
  press,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

/** What the desk asks when its tab is shown again. */
const lookAgain = () => act(() => document.dispatchEvent(new Event("visibilitychange")));

async function loseRole() {
  respond({ "GET staff": json({ staff: [], twoStepRoles: [] }) });
  await openDesk(owner, "/desk/staff");
  const field = await screen.findByLabelText<HTMLInputElement>("Name");
  fireEvent.change(field, { target: { value: "Somebody" } });
  respond({
    "GET me": json({ ...owner, role: "desk" }),
    "POST staff": () => errorResponse(403, "forbidden"),
  });
  await press("Create invitation");
  await screen.findByText("This page is for owners");
  return field;
}

test("what was typed when a role was taken away is named, and there again with the role", async () => {
  const field = await loseRole();
  expect(screen.getByText("The invitation is not created.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Create invitation" })).toBeNull();
  respond({ "GET me": json(owner) });
  lookAgain();
  await screen.findByRole("button", { name: "Create invitation" });
  expect(screen.queryByText("This page is for owners")).toBeNull();
  expect(field.isConnected).toBe(true);
  expect(field.value).toBe("Somebody");
});

test("leaving asks before it is lost", async () => {
  const field = await loseRole();
  fireEvent.click(screen.getByRole("link", { name: "Redeem a code" }));
  const question = await findDialog("Leave without saving?");
  fireEvent.click(question.getByRole("button", { name: "Leave" }));
  await screen.findByLabelText("Discount code");
  expect(field.isConnected).toBe(false);
});

test("without anything typed, the screen is gone with the role", async () => {
  respond({ "GET staff": json({ staff: [], twoStepRoles: [] }) });
  await openDesk(owner, "/desk/staff");
  const field = await screen.findByLabelText("Name");
  respond({ "GET me": json({ ...owner, role: "desk" }) });
  lookAgain();
  await screen.findByText("This page is for owners");
  expect(field.isConnected).toBe(false);
  expect(screen.queryByText("What you typed is not saved")).toBeNull();
});
