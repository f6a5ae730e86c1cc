import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { json, openDesk, respond, setUpDesk } from "../testing/desk-harness";
import { owner } from "../testing/samples";

setUpDesk();

const FAILED = "This screen cannot be shown";

test("a screen that fails leaves the menu, and the next one is shown", async () => {
  // React reports the error there as well.
  vi.spyOn(console, "error").mockImplementation(() => {});
  respond({ "GET staff": json({}) });
  await openDesk(owner, "/desk/staff");
  expect(await screen.findByRole("heading", { name: FAILED })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Load it again" })).toBeTruthy();

  fireEvent.click(screen.getByRole("link", { name: "Account" }));
  await screen.findByRole("heading", { level: 1, name: /account/i });
  expect(screen.queryByText(FAILED)).toBeNull();
});
