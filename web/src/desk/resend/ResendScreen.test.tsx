import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import type { AddressHolder } from "../../generated/AddressHolder";
import {
  bodiesOf,
  errorResponse,
  json,
  noContent,
  openDesk,
  press,
  requests,
  respond,
  setUpDesk,
} from "../testing/desk-harness";
import { receptionist } from "../testing/samples";

setUpDesk();

const LOOK_UP = "POST addresses/look-up";
const RESEND = "POST addresses/resend";
const address = "ada@example.org";

const holder: AddressHolder = {
  address: "a…@example.org",
  issuedAt: "2026-11-14T07:00:00Z",
  validUntil: "2027-02-13T10:00:00Z",
  state: "valid",
  mail: "sent",
};

const addressField = () => screen.getByLabelText<HTMLInputElement>("Email address");

async function lookUp(answer: AddressHolder | null) {
  respond({ [LOOK_UP]: json({ holder: answer }) });
  await openDesk(receptionist, "/desk/resend");
  await userEvent.type(addressField(), `${address}{Enter}`);
}

test("a receptionist looks up the address of a patient and sends the email again", async () => {
  await lookUp(holder);
  expect(await screen.findByRole("heading", { name: "a…@example.org" })).toBeTruthy();
  expect(screen.getByText(/The mail server accepted the email\./)).toBeTruthy();
  respond({ [RESEND]: noContent });
  await press("Send email again");
  expect(await screen.findByText(/The email will be sent again\./)).toBeTruthy();
  expect(bodiesOf(RESEND)).toEqual([{ address }]);
  expect(requests.some((request) => request.includes("ada"))).toBe(false);
});

test("the start screen leads here", async () => {
  await openDesk(receptionist);
  await userEvent.click(screen.getByRole("link", { name: "Patient got no email?" }));
  expect(await screen.findByLabelText("Email address")).toBeTruthy();
});

test("an unknown address says what to do", async () => {
  await lookUp(null);
  expect(await screen.findByRole("heading", { name: "No code for this address" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send email again" })).toBeNull();
});

test("the result disappears when another address is typed", async () => {
  await lookUp(holder);
  await screen.findByRole("heading", { name: "a…@example.org" });
  await userEvent.type(addressField(), "x");
  expect(screen.queryByRole("heading", { name: "a…@example.org" })).toBeNull();
});

test("a used code cannot be sent again", async () => {
  await lookUp({ ...holder, state: "used" });
  expect(await screen.findByText(/The code has been used\./)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Send email again" })).toBeNull();
});

test("the server's sentence is shown when the email was sent too often", async () => {
  await lookUp(holder);
  respond({ [RESEND]: () => errorResponse(429, "too_many_attempts", "Sent a few minutes ago.") });
  await press("Send email again");
  expect((await screen.findByRole("alert")).textContent).toBe("Sent a few minutes ago.");
});
