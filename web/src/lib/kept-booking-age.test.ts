// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startForgettingBooking } from "./kept-booking-age";

const HOUR_MS = 60 * 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2026-03-02T08:00:00Z") });
  sessionStorage.clear();
});

afterEach(() => {
  vi.useRealTimers();
});

function keep(at: unknown) {
  sessionStorage.setItem("booking", JSON.stringify({ details: { name: "Ada Obi" }, at }));
  sessionStorage.setItem("bookingKey", "key");
}

const kept = () => [sessionStorage.getItem("booking"), sessionStorage.getItem("bookingKey")];

test("what was typed an hour ago is removed while the page is open, and not before", () => {
  keep(Date.now());
  startForgettingBooking();
  vi.advanceTimersByTime(HOUR_MS - 60_000);
  expect(kept()).not.toContain(null);
  vi.advanceTimersByTime(60_000);
  expect(kept()).toEqual([null, null]);
});

test("a page that is opened or shown again later removes it at once", () => {
  keep(Date.now() - HOUR_MS);
  startForgettingBooking();
  expect(kept()).toEqual([null, null]);
  keep(Date.now());
  // Without the timers of the page, as while a phone sleeps.
  vi.setSystemTime(Date.now() + HOUR_MS);
  dispatchEvent(new Event("pageshow"));
  expect(kept()).toEqual([null, null]);
});

test("what has no time or cannot be read is removed too", () => {
  for (const at of [undefined, "yesterday", null]) {
    keep(at);
    startForgettingBooking();
    expect(kept()).toEqual([null, null]);
  }
  sessionStorage.setItem("booking", "{");
  startForgettingBooking();
  expect(kept()).toEqual([null, null]);
});
