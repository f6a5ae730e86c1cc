import { expect, test } from "vitest";
import { formatDate } from "./dates";

test.each([
  ["2026-03-04", "4 March 2026"],
  ["2025-12-31", "31 December 2025"],
  ["2026-01-01T00:00:00Z", "1 January 2026"],
])("%s is formatted as %s", (iso, text) => {
  expect(formatDate(iso)).toBe(text);
});

test.each(["", "soon", "2026-13-01", "2026-00-10"])(
  "%j is not a date and is returned unchanged",
  (text) => {
    expect(formatDate(text)).toBe(text);
  },
);
