import { expect, test } from "vitest";
import { sayDeed } from "./actions";

test("a deed reads as a sentence", () => {
  const deed = { actor: "ngozi", action: "redeem", subject: "EYE5-ABCD-1234" };
  expect(sayDeed(deed)).toEqual({ verb: "redeemed", object: "EYE5-ABCD-1234" });
});

test("what somebody did to themselves names them once", () => {
  const deed = { actor: "ada", action: "sign in", subject: "ada" };
  expect(sayDeed(deed)).toEqual({ verb: "signed in", object: null });
});

test("a deed without words here is shown as the server wrote it", () => {
  const deed = { actor: "ada", action: "paint the wall", subject: "blue" };
  expect(sayDeed(deed).verb).toBe("paint the wall");
});
