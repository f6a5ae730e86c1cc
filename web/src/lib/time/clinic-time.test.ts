import { expect, test } from "vitest";
import { isDayOver } from "./clinic-time";

test("a day ends at midnight in Lagos", () => {
  expect(isDayOver("2026-11-15", Date.parse("2026-11-15T22:59:59.999Z"))).toBe(false);
  expect(isDayOver("2026-11-15", Date.parse("2026-11-15T23:00:00Z"))).toBe(true);
});
