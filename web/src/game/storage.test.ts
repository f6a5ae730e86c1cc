import { afterEach, expect, test, vi } from "vitest";
import { appendFound, clearFound } from "./storage";

const stored = () => localStorage.getItem("totalFound");

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

test("each press appends to the list, repeated ids included", () => {
  appendFound([1]);
  appendFound([1, 5]);
  expect(stored()).toBe("[1,1,5]");
});

test("a press with nothing selected leaves the list as it was", () => {
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
  "nonsense in the list is dropped: %s",
  (nonsense) => {
    localStorage.setItem("totalFound", nonsense);
    appendFound([7]);
    expect(JSON.parse(stored() ?? "")).toEqual(nonsense.startsWith("[1") ? [1, 7] : [7]);
  },
);

test("a full storage breaks nothing", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  expect(() => appendFound([1])).not.toThrow();
});

test("a blocked storage breaks nothing", () => {
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
