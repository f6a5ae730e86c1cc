import { cleanup, screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { openDesk, press, setUpDesk } from "../../testing/desk-harness";
import { owner, receptionist } from "../../testing/samples";

setUpDesk();
beforeEach(() => localStorage.clear());

const hint = () => screen.queryByRole("heading", { name: "Protect your account with your phone" });

test("staff who do not need two-step verification are offered it until they dismiss the hint", async () => {
  await openDesk(receptionist);
  expect(hint()).toBeTruthy();
  await press("Dismiss");
  expect(hint()).toBeNull();
  cleanup();
  await openDesk(receptionist);
  expect(hint()).toBeNull();
  cleanup();
  await openDesk({ ...receptionist, name: "ebele" });
  expect(hint()).toBeTruthy();
});

test("the hint is not for staff who need two-step verification or have it", async () => {
  await openDesk(owner);
  expect(hint()).toBeNull();
  cleanup();
  await openDesk({ ...receptionist, totp: true });
  expect(hint()).toBeNull();
  cleanup();
  const requiredFrom = "2026-11-23T10:00:00Z";
  const requiredTwoStep = { requiredFrom, isRequired: false, daysLeft: 7 };
  await openDesk({ ...receptionist, role: "editor", requiredTwoStep });
  expect(hint()).toBeNull();
});
