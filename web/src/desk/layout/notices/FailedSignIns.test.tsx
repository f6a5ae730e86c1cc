import { cleanup, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { noContent, openDesk, press, respond, setUpDesk } from "../../testing/desk-harness";
import { owner } from "../../testing/samples";

setUpDesk();

test("failed sign-ins since the last visit are shown until the notice is dismissed", async () => {
  respond({ "POST me/failed-sign-ins/dismiss": noContent });
  await openDesk({ ...owner, failedSignIns: 3 }, "/desk");
  expect(await screen.findByText("3 failed sign-ins since your last visit")).toBeTruthy();
  await press("Dismiss");
  await waitFor(() => expect(screen.queryByText(/failed sign-in/)).toBeNull());
});

test("nothing is shown without a failed sign-in", async () => {
  await openDesk({ ...owner, failedSignIns: 0 }, "/desk");
  expect(screen.queryByText(/failed sign-in/)).toBeNull();
});

test("two-step verification is advised only to those who do not have it", async () => {
  await openDesk({ ...owner, failedSignIns: 1, totp: false }, "/desk");
  expect(await screen.findByText(/and turn on two-step verification\.$/)).toBeTruthy();
  cleanup();
  await openDesk({ ...owner, failedSignIns: 1, totp: true }, "/desk");
  expect(await screen.findByText(/choose a new password under Account\.$/)).toBeTruthy();
});
