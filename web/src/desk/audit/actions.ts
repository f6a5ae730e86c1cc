// The audit's verbs as a sentence continues them. One that is new here is shown as the server wrote it.
import type { AuditEntry } from "../types";

const words: Record<string, string> = {
  redeem: "redeemed",
  undo: "took back the redemption of",
  "open address": "opened the address of",
  "send again": "sent the mail again for",
  extend: "extended",
  withdraw: "withdrew",
  erase: "erased",
  forget: "erased",
  export: "downloaded",
  "retry mail": "tried again the mail",
  "drop mail": "dropped the mail",
  "test mail": "sent the test message",
  "add desk": "added the desk account",
  "add owner": "added the owner account",
  disable: "disabled",
  enable: "let in again",
  "sign in": "signed in",
  "sign out everywhere": "signed out everywhere",
  "change password": "changed the password",
  "turn second factor on": "turned the second step on",
  "turn second factor off": "turned the second step off",
  "use recovery code": "used a recovery code",
};

type Deed = Pick<AuditEntry, "actor" | "action" | "subject">;

/** What was done, and to what; a deed to oneself needs no second naming. */
export function sayDeed({ actor, action, subject }: Deed): { verb: string; object: string | null } {
  return { verb: words[action] ?? action, object: subject === actor ? null : subject };
}
