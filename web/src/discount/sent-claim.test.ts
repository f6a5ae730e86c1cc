// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { loadSentClaim, saveSentClaim } from "./sent-claim";

const claim = { address: "ola@gmial.com", proof: "p", sentAt: 1000, changed: false };
const HALF_HOUR = 30 * 60 * 1000;

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test("a sent claim is kept for half an hour and then removed", () => {
  saveSentClaim(claim);
  expect(loadSentClaim(1000 + HALF_HOUR - 1)).toEqual(claim);
  expect(loadSentClaim(1000 + HALF_HOUR)).toBeNull();
  expect(sessionStorage.length).toBe(0);
});

test.each(["not json", "null", "[]", '{"address":"a@b.c","proof":7,"sentAt":1000}'])(
  "an invalid value is ignored: %s",
  (invalid) => {
    sessionStorage.setItem("sentClaim", invalid);
    expect(loadSentClaim(1001)).toBeNull();
  },
);

test("blocked storage causes no error", () => {
  vi.stubGlobal("window", {
    get sessionStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
  });
  saveSentClaim(claim);
  expect(loadSentClaim(1001)).toBeNull();
});
