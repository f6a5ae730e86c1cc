import { expect, test } from "vitest";
import { shareText } from "./share-text";

test("the text has the day, the count and the hints", () => {
  const result = { date: "2026-11-07", found: 4, total: 5, hints: 0 };
  expect(shareText(result)).toBe(
    "Practice puzzle, 7 November 2026: I found 4 of 5 differences, without a hint.",
  );
  expect(shareText({ ...result, hints: 1 })).toMatch(/, with 1 hint\.$/);
  expect(shareText({ ...result, hints: 3 })).toMatch(/, with 3 hints\.$/);
});
