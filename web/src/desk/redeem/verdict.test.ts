import { expect, test } from "vitest";
import type { Problem } from "../problem";
import type { Code } from "../types";
import { type Answer, afterRefusal, verdictOn } from "./verdict";

const NOW = Date.parse("2026-11-15T08:00:00Z");

const good: Code = {
  code: "EYE5-ABCD-1234",
  state: "good",
  validUntil: "2027-02-13T10:00:00Z",
  usedAt: null,
  usedBy: null,
  undoUntil: null,
};
const used: Code = {
  ...good,
  state: "used",
  usedAt: "2026-11-13T13:05:00Z",
  usedBy: "ngozi",
};

const on = (code: Code, news: "redeemed" | "undone" | null = null) =>
  verdictOn({ kind: "code", code, news }, NOW);

const refused = (code: string, more: Partial<Problem> = {}): Problem =>
  ({
    kind: "refused",
    status: 409,
    code,
    message: "No.",
    usedAt: null,
    usedBy: null,
    ...more,
  }) as Problem;

const none = (problem: Problem): Answer => ({ kind: "none", typed: "EYE5-ABCD-1234", problem });

test("a good code says until when, and can be redeemed", () => {
  expect(on(good)).toMatchObject({
    sign: "good",
    word: "Good",
    detail: "Good until 13 February 2027.",
    canRedeem: true,
  });
});

test("a used code says when and by whom, and cannot be redeemed", () => {
  expect(on(used)).toMatchObject({
    sign: "used",
    word: "Used",
    detail: "Used on 13 November 2026 at 2:05 pm by ngozi.",
    canRedeem: false,
    undoUntil: null,
  });
});

test("what was just redeemed looks like success and can be undone", () => {
  const fresh = { ...used, undoUntil: "2026-11-15T08:10:00Z" };
  expect(on(fresh, "redeemed")).toMatchObject({
    sign: "good",
    word: "Redeemed",
    undoUntil: "9:10 am",
  });
  expect(on(fresh)).toMatchObject({ sign: "used", undoUntil: "9:10 am" });
});

test("an undone code is good again, and says so", () => {
  expect(on(good, "undone").detail).toBe("The redemption is undone. Good until 13 February 2027.");
});

test.each([
  ["expired", "Expired", "Expired on 13 February 2027."],
  ["void", "Withdrawn", "The clinic took this code back."],
] as const)("a code that is %s reads %s", (state, word, detail) => {
  expect(on({ ...good, state })).toMatchObject({ sign: state, word, detail, canRedeem: false });
});

test.each([
  ["unknown_code", "unknown", "Unknown"],
  ["slip", "slip", "One character looks wrong"],
  ["not_a_code", "slip", "Not a code"],
])("%s is answered with a sign and a word", (code, sign, word) => {
  expect(verdictOn(none(refused(code)), NOW)).toMatchObject({ sign, word, canRedeem: false });
});

test("what is not about the code never looks like an answer about it", () => {
  expect(verdictOn(none({ kind: "unreachable" }), NOW)).toMatchObject({
    sign: "trouble",
    word: "No answer",
  });
  expect(verdictOn(none({ kind: "slowDown", seconds: 5 }), NOW).word).toBe("Wait a moment");
  expect(verdictOn(none(refused("too_late")), NOW)).toMatchObject({
    word: "Not done",
    detail: "No.",
  });
});

test("a redemption that came second reports the first use", () => {
  const late = afterRefusal(
    good,
    refused("used", { usedAt: used.usedAt, usedBy: "ada" } as Partial<Problem>),
  );
  expect(verdictOn(late, NOW).detail).toBe("Used on 13 November 2026 at 2:05 pm by ada.");
  expect(afterRefusal(good, refused("expired"))).toMatchObject({ code: { state: "expired" } });
  expect(afterRefusal(good, { kind: "unreachable" })).toMatchObject({ kind: "none" });
});
