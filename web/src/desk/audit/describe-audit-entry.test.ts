import { expect, test } from "vitest";
import { describeAuditEntry } from "./describe-audit-entry";

test("an entry reads as a sentence", () => {
  const entry = { actor: "ngozi", action: "redeem", subject: "EYE5-ABCD-1234" };
  expect(describeAuditEntry(entry)).toEqual({ verb: "redeemed", object: "EYE5-ABCD-1234" });
});

test("who is invited stands before what for", () => {
  const entry = { actor: "ngozi", action: "invite editor", subject: "Tunde" };
  expect(describeAuditEntry(entry)).toEqual({
    verb: "invited",
    object: "Tunde",
    rest: "as an editor",
  });
});

test("an action on one's own account has no object", () => {
  const entry = { actor: "ada", action: "sign in", subject: "ada" };
  expect(describeAuditEntry(entry)).toEqual({ verb: "signed in", object: null });
});

test("an unknown action is shown as the server names it", () => {
  const entry = { actor: "ada", action: "publish page", subject: "services" };
  expect(describeAuditEntry(entry)).toEqual({ verb: "publish page", object: "services" });
});
