import { expect, test } from "vitest";
import { ApiError, describeProblem, problemOf } from "./problem";

test.each([
  [null, "in a minute"],
  [1, "in a second"],
  [12.2, "in 13 seconds"],
  [60, "in a minute"],
  [61, "in 2 minutes"],
])("a rate limit of %s seconds without a message says %s", (retryAfterSeconds, wait) => {
  expect(describeProblem({ kind: "rateLimited", message: null, retryAfterSeconds })).toBe(
    `Too many attempts. Please try again ${wait}.`,
  );
});

test.each([
  {
    kind: "rejected",
    message: "Too short.",
    status: 422,
    code: "weak",
    usedAt: null,
    usedBy: null,
  },
  { kind: "forbidden", message: "Only an owner may do this." },
  { kind: "rateLimited", message: "Please wait 5 minutes.", retryAfterSeconds: 300 },
  { kind: "serverError", message: "The server is about to stop." },
] as const)("the server's message is shown for $kind", (problem) => {
  expect(describeProblem(problem)).toBe(problem.message);
});

test("an error that no API call raised is reported as a server error", () => {
  expect(problemOf(new TypeError("x is undefined"))).toEqual({
    kind: "serverError",
    message: null,
  });
  expect(problemOf(new ApiError({ kind: "unreachable" }))).toEqual({ kind: "unreachable" });
});
