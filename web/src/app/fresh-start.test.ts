import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startAfresh } from "./fresh-start";

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(location, "reload").mockImplementation(reload);
});

afterEach(() => vi.unstubAllGlobals());

test("a page is loaded afresh for a newer release", () => {
  expect(startAfresh("/team", "release-2")).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("the same page and release are tried once only", () => {
  startAfresh("/team", "release-2");
  expect(startAfresh("/team", "release-2")).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("another page, and another release, may be tried", () => {
  startAfresh("/team", "release-2");
  expect(startAfresh("/services", "release-2")).toBe(true);
  expect(startAfresh("/services", "release-3")).toBe(true);
});

test("what cannot be remembered is not tried, since it might never end", () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(startAfresh("/team", "release-2")).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
