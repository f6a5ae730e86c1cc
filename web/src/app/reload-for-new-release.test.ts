// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { reloadOnce } from "./reload-for-new-release";

const reload = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  reload.mockClear();
  vi.spyOn(location, "reload").mockImplementation(reload);
});

afterEach(() => vi.unstubAllGlobals());

test("the page is reloaded for a newer release", () => {
  expect(reloadOnce("/team", "release-2")).toBe(true);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("the same page and release are reloaded only once", () => {
  reloadOnce("/team", "release-2");
  expect(reloadOnce("/team", "release-2")).toBe(false);
  expect(reload).toHaveBeenCalledTimes(1);
});

test("another page or another release is reloaded", () => {
  reloadOnce("/team", "release-2");
  expect(reloadOnce("/services", "release-2")).toBe(true);
  expect(reloadOnce("/services", "release-3")).toBe(true);
});

test("without storage the page is not reloaded, to avoid an endless loop", () => {
  vi.stubGlobal("sessionStorage", {
    getItem: () => null,
    setItem() {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  expect(reloadOnce("/team", "release-2")).toBe(false);
  expect(reload).not.toHaveBeenCalled();
});
