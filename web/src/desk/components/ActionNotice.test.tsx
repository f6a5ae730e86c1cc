import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ActionNotice } from "./ActionNotice";
import type { ActionResult } from "./use-action";

vi.unmock("./use-text-after-region");

afterEach(cleanup);

const moved: ActionResult = { tone: "success", message: "Moved." };

test("the live region is there before its text, because screen readers read only what changes in it", async () => {
  const { container } = render(<ActionNotice result={moved} />);
  const region = screen.getByRole("status");
  expect(region.textContent).toBe("");
  await screen.findByText("Moved.");
  expect(container.contains(region)).toBe(true);
  expect(region.textContent).toContain("Moved.");
});

test("a result that was read and is shown at another place is not read again", async () => {
  const result: ActionResult = { tone: "success", message: "Confirmed." };
  const { rerender } = render(<ActionNotice key="below the row" result={result} />);
  await screen.findByText("Confirmed.");
  rerender(<ActionNotice key="where the row was" result={result} />);
  expect(screen.getByRole("status").textContent).toContain("Confirmed.");
});

test("a failure is an alert, and nothing is there without a result", async () => {
  const { container, rerender } = render(<ActionNotice result={null} />);
  expect(container.textContent).toBe("");
  rerender(<ActionNotice result={{ tone: "alarm", message: "Taken." }} />);
  expect(screen.getByRole("alert").textContent).toBe("");
  await screen.findByText("Taken.");
});
