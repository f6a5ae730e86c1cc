import { expect, test } from "vitest";
import { ApiError, apiFailureOf, describeApiFailure } from "./api-error";

test.each([
  [null, "in a minute"],
  [1, "in a second"],
  [12.2, "in 13 seconds"],
  [60, "in a minute"],
  [61, "in 2 minutes"],
])("a rate limit of %s seconds without a message says %s", (retryAfterSeconds, wait) => {
  expect(describeApiFailure({ kind: "rateLimited", message: null, retryAfterSeconds })).toBe(
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
] as const)("the server's message is shown for $kind", (failure) => {
  expect(describeApiFailure(failure)).toBe(failure.message);
});

test("an error that no API call raised is reported as a server error", () => {
  expect(apiFailureOf(new TypeError("x is undefined"))).toEqual({
    kind: "serverError",
    message: null,
  });
  expect(apiFailureOf(new ApiError({ kind: "unreachable" }))).toEqual({ kind: "unreachable" });
});
