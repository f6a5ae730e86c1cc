import { expect, test } from "vitest";
import { readingTime } from "./reading-time";

test.each([
  [1, "1 minute to read"],
  [5, "5 minutes to read"],
  [undefined, ""],
])("%s minutes", (minutes, text) => {
  expect(readingTime(minutes)).toBe(text);
});
