import { act, cleanup, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sampleHours } from "../../fixtures/samples";
import { Hours, OpenNow } from "./Hours";

/** The server's clock is ahead of the device's by this. */
const offset = vi.hoisted(() => ({ ms: 0 }));
vi.mock("../../lib/time/server-time", () => ({ serverTimeOffset: async () => offset.ms }));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  offset.ms = 0;
});

async function renderOpenNow() {
  await act(async () => void render(<OpenNow hours={sampleHours} />));
}

test("the server renders the hours without saying whether the clinic is open now", () => {
  const html = renderToString(<OpenNow hours={sampleHours} />);
  expect(html).toContain("Monday to Friday");
  expect(html).not.toMatch(/Open now|Closed now/);
});

test("the browser shows whether the clinic is open and updates at closing time", async () => {
  vi.setSystemTime(new Date("2026-11-02T17:59:50+01:00"));
  await renderOpenNow();
  expect(screen.getByText("Open now")).toBeDefined();
  expect(screen.getByText("until 6:00 PM")).toBeDefined();

  act(() => void vi.advanceTimersByTime(20_000));
  expect(screen.getByText("Closed now")).toBeDefined();
  expect(screen.getByText("Opens tomorrow at 8:00 AM")).toBeDefined();
});

test("a device whose clock is a day out shows the state at the clinic", async () => {
  vi.setSystemTime(new Date("2026-11-01T12:00:00+01:00"));
  offset.ms = 24 * 60 * 60_000;
  await renderOpenNow();
  expect(screen.getByText("Open now")).toBeDefined();
});

test("closures are shown with the hours, and the clinic is closed on them", async () => {
  const closures = [
    {
      from: "2026-11-02",
      until: "2026-11-02",
      days: "2 November 2026",
      times: "Closed",
      reason: "Staff training",
      open: [],
    },
  ];
  const html = renderToString(<Hours hours={sampleHours} closures={closures} />);
  expect(html).toContain("2 November 2026");
  expect(html).toContain("Staff training");

  vi.setSystemTime(new Date("2026-11-02T10:00:00+01:00"));
  await act(async () => void render(<OpenNow hours={sampleHours} closures={closures} />));
  expect(screen.getByText("Closed now")).toBeDefined();
  expect(screen.getByText("Opens tomorrow at 8:00 AM")).toBeDefined();
});

test("a day with other hours is shown with them, and the clinic is open at these times only", async () => {
  const closures = [
    {
      from: "2026-11-02",
      until: "2026-11-02",
      days: "2 November 2026",
      times: "8:00 AM to 12:00 PM",
      reason: "Staff training",
      open: [{ from: 480, until: 720 }],
    },
  ];
  render(<Hours hours={sampleHours} closures={closures} />);
  const day = screen.getByText("2 November 2026").parentElement;
  expect(day?.textContent).toBe("2 November 20268:00 AM to 12:00 PM (Staff training)");

  vi.setSystemTime(new Date("2026-11-02T10:00:00+01:00"));
  await act(async () => void render(<OpenNow hours={sampleHours} closures={closures} />));
  expect(screen.getByText("until 12:00 PM")).toBeDefined();
  cleanup();
  vi.setSystemTime(new Date("2026-11-02T14:00:00+01:00"));
  await act(async () => void render(<OpenNow hours={sampleHours} closures={closures} />));
  expect(screen.getByText("Closed now")).toBeDefined();
});
