import { expect, test } from "vitest";
import { explain } from "./problem";

test.each([
  [null, "in a minute"],
  [1, "in a second"],
  [12.2, "in 13 seconds"],
  [60, "in a minute"],
  [61, "in 2 minutes"],
])("a wait of %s seconds is told as %s", (seconds, words) => {
  expect(explain({ kind: "slowDown", seconds })).toBe(
    `That was too fast. Please try again ${words}.`,
  );
});

test("the server's own sentence is passed on", () => {
  const refused = { status: 422, code: "weak", usedAt: null, usedBy: null };
  expect(explain({ kind: "refused", message: "Too short.", ...refused })).toBe("Too short.");
});
