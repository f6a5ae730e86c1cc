import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleHours } from "../../examples/sample";
import { OpenNow } from "./Hours";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test("on the server it states the hours and claims nothing about now", () => {
  const html = renderToString(<OpenNow hours={sampleHours} />);
  expect(html).toContain("Monday to Friday");
  expect(html).not.toMatch(/Open now|Closed now/);
});

test("in the browser it tells whether the clinic is open, and notices closing time", () => {
  vi.setSystemTime(new Date("2026-11-02T17:59:50+01:00"));
  render(<OpenNow hours={sampleHours} />);
  expect(screen.getByText("Open now")).toBeDefined();
  expect(screen.getByText("until 6:00 PM")).toBeDefined();

  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.getByText("Closed now")).toBeDefined();
  expect(screen.getByText("Opens tomorrow at 8:00 AM")).toBeDefined();
});
