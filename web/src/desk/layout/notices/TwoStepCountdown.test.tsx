import { fireEvent, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { openDesk, setUpDesk } from "../../testing/desk-harness";
import { owner, receptionist } from "../../testing/samples";

setUpDesk();

const within = (daysLeft: number) => ({
  ...owner,
  requiredTwoStep: { requiredFrom: "2026-11-23T10:00:00Z", isRequired: false, daysLeft },
});

test("owners see how many days they have to set up two-step verification, in one line that leads there", async () => {
  await openDesk(within(5));
  const link = screen.getByRole("link", { name: "Two-step verification: 5 days left" });
  expect(screen.queryByText(/Your account needs it/)).toBeNull();
  expect(link.getAttribute("href")).toBe("/desk/account#two-step");
  fireEvent.click(link);
  const section = await screen.findByRole("heading", { name: "Two-step verification" });
  await expect.poll(() => document.activeElement).toBe(section);
  expect(
    screen.getByRole("heading", { name: "Set up two-step verification within 5 days" }),
  ).toBeTruthy();
  expect(screen.getByText(/Your account needs it from 23 November 2026/)).toBeTruthy();
});

test.each([
  [2, "Set up two-step verification within 2 days"],
  [1, "Set up two-step verification by tomorrow"],
  [0, "Set up two-step verification today"],
])("the last days have the whole text on every screen (%i)", async (daysLeft, heading) => {
  await openDesk(within(daysLeft));
  expect(screen.getByRole("heading", { name: heading })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Set it up now" })).toBeTruthy();
});

test("there is no countdown with two-step verification, and none for other roles", async () => {
  await openDesk({ ...within(5), totp: true });
  expect(screen.queryByText(/^Two-step verification:|^Set up/)).toBeNull();
  await openDesk(receptionist);
  expect(screen.queryByText(/^Two-step verification:|^Set up/)).toBeNull();
});
