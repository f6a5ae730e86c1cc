import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PendingInput } from "./pending-input";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function open() {
  const written: string[] = [];
  return { written, input: new PendingInput<string>((text) => written.push(text)) };
}

test("what was typed is written when typing stops", () => {
  const { written, input } = open();
  input.change(() => "a");
  vi.advanceTimersByTime(150);
  input.change(() => "ab");
  vi.advanceTimersByTime(150);
  expect(written).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(written).toEqual(["ab"]);
  expect(input.isPending).toBe(false);
});

test("what was typed is written within two seconds while typing goes on", () => {
  const { written, input } = open();
  for (let key = 0; key < 39; key += 1) {
    input.change(() => `${key}`);
    vi.advanceTimersByTime(50);
  }
  expect(written).not.toEqual([]);
});

test("what was typed is written at once when it is needed, and once", () => {
  const { written, input } = open();
  input.change(() => "a");
  input.flush();
  input.flush();
  vi.advanceTimersByTime(10_000);
  expect(written).toEqual(["a"]);
});
