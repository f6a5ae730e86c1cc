import { expect, test } from "vitest";
import { dateAndReadingTime } from "./article-meta";

test.each([
  ["2026-03-04", 5, "4 March 2026 · 5 minutes to read"],
  ["2026-03-04", 1, "4 March 2026 · 1 minute to read"],
  [null, 3, "3 minutes to read"],
  [null, null, ""],
])("published %s, %s minutes", (published, minutes, text) => {
  expect(dateAndReadingTime({ published, minutes })).toBe(text);
});
