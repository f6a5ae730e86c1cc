// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { appendFound, clearFound } from "./found-storage";

const stored = () => localStorage.getItem("totalFound");

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("ids are appended to the list, repeated ids included", () => {
  appendFound([1]);
  appendFound([1, 5]);
  expect(stored()).toBe("[1,1,5]");
});

test("appending nothing does not change the list", () => {
  appendFound([3]);
  appendFound([]);
  expect(stored()).toBe("[3]");
});

test("clearing removes the list", () => {
  appendFound([1]);
  clearFound();
  expect(stored()).toBeNull();
});

test.each(["not json", "{}", "null", '"1"', '[1,"2",null,2.5,{}]'])(
  "invalid values in the list are dropped: %s",
  (invalid) => {
    localStorage.setItem("totalFound", invalid);
    appendFound([7]);
    expect(JSON.parse(stored() ?? "")).toEqual(invalid.startsWith("[1") ? [1, 7] : [7]);
  },
);

test("full storage causes no error", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => appendFound([1])).not.toThrow();
});

test("blocked storage causes no error", () => {
  vi.stubGlobal("window", {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(() => {
    appendFound([1]);
    clearFound();
  }).not.toThrow();
});
