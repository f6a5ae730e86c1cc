import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import { json, openDesk, press, respond, setUpDesk } from "../../testing/desk-harness";
import { appointment, receptionist } from "../../testing/samples";

setUpDesk();

const request = (number: number): DeskAppointment => ({
  ...appointment,
  id: `w${number}`,
  reference: `W${number}Q-5ST`,
  state: "waiting",
  chair: 0,
});
const page = (...numbers: number[]) =>
  json({ waiting: numbers.map(request), waitingTotal: 4, unacknowledged: [] });
const references = () =>
  within(screen.getByRole("region", { name: "Waiting without a time" }))
    .getAllByRole("button", { name: /^Open / })
    .map(({ textContent }) => textContent?.replace("Open ", ""));

test("requests beyond the first page are loaded with a press, and the number of all is shown", async () => {
  respond({
    "GET appointments/requests": json({ appointments: [] }),
    "GET appointments/waiting-requests?offset=0": page(1, 2),
    // One was answered by a colleague meanwhile, so the second is in both pages.
    "GET appointments/waiting-requests?offset=2": page(2, 3),
  });
  await openDesk(receptionist, "/desk/appointments");
  await screen.findByText(/2 of 4 requests are shown/);
  expect(references()).toEqual(["W1Q-5ST", "W2Q-5ST"]);
  await press("Show more");
  await screen.findByText(/3 of 4 requests are shown/);
  expect(references()).toEqual(["W1Q-5ST", "W2Q-5ST", "W3Q-5ST"]);
});
