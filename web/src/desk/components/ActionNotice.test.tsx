import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ActionNotice } from "./ActionNotice";
import type { ActionResult } from "./use-action";

vi.unmock("./use-text-after-region");

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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

const HELD = "An email goes out after 10 seconds, unless you undo this.";
const START = Date.parse("2026-11-16T07:00:00Z");

const show = (emailWaitsUntil: string | null) => {
  vi.useFakeTimers({ now: START });
  render(<ActionNotice result={{ tone: "success", message: "Moved.", emailWaitsUntil }} />);
  act(() => vi.advanceTimersByTime(1_000));
};

test("that an email is held is said until it goes out, and the result stays", () => {
  show(new Date(START + 10_000).toISOString());
  expect(screen.getByText(HELD)).toBeTruthy();
  act(() => vi.advanceTimersByTime(8_900));
  expect(screen.getByText(HELD)).toBeTruthy();
  act(() => vi.advanceTimersByTime(200));
  expect(screen.queryByText(HELD)).toBeNull();
  expect(screen.getByText("Moved.")).toBeTruthy();
});

test("where no email is held, none is announced", () => {
  show(null);
  expect(screen.queryByText(HELD)).toBeNull();
});

test("a clock that is slow does not make the sentence stay", () => {
  show(new Date(START + 300_000).toISOString());
  act(() => vi.advanceTimersByTime(10_100));
  expect(screen.queryByText(HELD)).toBeNull();
});
