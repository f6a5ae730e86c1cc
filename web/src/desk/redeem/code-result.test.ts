import { expect, test } from "vitest";
import type { CodeDetails } from "../../generated/CodeDetails";
import type { ApiFailure } from "../api/api-error";
import { validCode as valid } from "../testing/samples";
import { type Answer, answerAfterRejection, codeResultFor } from "./code-result";

const NOW = Date.parse("2026-11-15T08:00:00Z");

const used: CodeDetails = {
  ...valid,
  state: "used",
  usedAt: "2026-11-13T13:05:00Z",
  usedBy: "ngozi",
};

const resultForCode = (code: CodeDetails, justDone: "redeemed" | "undone" | null = null) =>
  codeResultFor({ kind: "code", code, justDone }, "uche", NOW);

const rejected = (
  code: string,
  use: { usedAt: string | null; usedBy: string | null } = { usedAt: null, usedBy: null },
): ApiFailure => ({ kind: "rejected", status: 409, code, message: "No.", ...use });

const failed = (failure: ApiFailure): Answer => ({
  kind: "failure",
  typed: "EYE5-ABCD-1234",
  failure,
});

test("a valid code shows its last day and can be redeemed", () => {
  expect(resultForCode(valid)).toMatchObject({
    icon: "valid",
    title: "Valid",
    detail: "5% off. Valid until 13 February 2027.",
    canRedeem: true,
  });
});

test("a used code shows when and by whom, and cannot be redeemed", () => {
  expect(resultForCode(used)).toMatchObject({
    icon: "used",
    title: "Used",
    detail: "Used on 13 November 2026 at 2:05 PM by ngozi.",
    canRedeem: false,
  });
});

test("a code that I used myself says so", () => {
  const answer = { kind: "code", code: used, justDone: null } as const;
  expect(codeResultFor(answer, "ngozi", NOW).detail).toBe(
    "Used on 13 November 2026 at 2:05 PM by you.",
  );
});

test("a code redeemed just now shows success and what to do", () => {
  expect(resultForCode(used, "redeemed")).toMatchObject({
    icon: "valid",
    title: "Redeemed",
    detail: "Used on 13 November 2026 at 2:05 PM by ngozi.",
    instruction: "Give 5% off now.",
  });
  expect(resultForCode(used)).toMatchObject({ icon: "used", instruction: null });
});

test("an undone redemption does not look like a valid code", () => {
  expect(resultForCode(valid, "undone")).toMatchObject({
    icon: "undone",
    title: "Redemption undone",
    detail: "Give no discount. Valid until 13 February 2027.",
    canRedeem: false,
  });
});

test.each([
  ["expired", "expired", "Expired", "Expired on 13 February 2027."],
  ["cancelled", "cancelled", "Cancelled", "This code was cancelled."],
] as const)("a code in state %s cannot be redeemed", (state, icon, title, detail) => {
  expect(resultForCode({ ...valid, state })).toMatchObject({
    icon,
    title,
    detail,
    canRedeem: false,
  });
});

test.each([
  ["unknown_code", "notFound", "Code not found"],
  ["mistyped", "mistyped", "One character looks wrong"],
  ["not_a_code", "mistyped", "Not a discount code"],
])("the error %s has its own icon and title", (code, icon, title) => {
  expect(codeResultFor(failed(rejected(code)), "uche", NOW)).toMatchObject({
    icon,
    title,
    canRedeem: false,
  });
});

test("problems that are not about the code have the failure icon", () => {
  expect(codeResultFor(failed({ kind: "unreachable" }), "uche", NOW)).toMatchObject({
    icon: "failure",
    title: "No connection",
  });
  expect(
    codeResultFor(failed({ kind: "rateLimited", message: null, retryAfterSeconds: 5 }), "uche", NOW)
      .title,
  ).toBe("Please wait");
  expect(codeResultFor(failed({ kind: "serverError", message: null }), "uche", NOW).title).toBe(
    "Could not complete",
  );
  expect(codeResultFor(failed(rejected("too_late")), "uche", NOW)).toMatchObject({
    icon: "failure",
    title: "Could not complete",
    detail: "No.",
  });
});

test("a rejected redemption reports the first use", () => {
  const answer = answerAfterRejection(
    valid,
    rejected("used", { usedAt: used.usedAt, usedBy: "ada" }),
  );
  expect(codeResultFor(answer, "uche", NOW).detail).toBe(
    "Used on 13 November 2026 at 2:05 PM by ada.",
  );
});

test("a rejected redemption updates the state of the code only when the server gives one", () => {
  expect(answerAfterRejection(valid, rejected("expired"))).toMatchObject({
    code: { state: "expired" },
  });
  expect(answerAfterRejection(valid, { kind: "unreachable" })).toMatchObject({ kind: "failure" });
});
