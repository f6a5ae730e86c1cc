// Turns an audit entry into a sentence. An action without an entry here is shown as the server names it.
import type { AuditEntry } from "../../generated/AuditEntry";

const verbs: Record<string, string> = {
  redeem: "redeemed",
  undo: "undid the redemption of",
  "open address": "viewed the email address of",
  "look up address": "looked up the email address of",
  "correct address": "corrected the email address of",
  "search people": "searched people",
  "send again": "resent the email for",
  extend: "extended",
  withdraw: "cancelled",
  erase: "erased",
  forget: "erased",
  export: "downloaded",
  "export person": "downloaded everything stored about",
  "open mail": "read the email",
  "rotate key": "replaced the key in",
  "replace lost key": "replaced the lost key in",
  "retry mail": "retried the email",
  "drop mail": "discarded the email",
  "test mail": "sent the test email",
  "add desk": "added the desk account",
  "add owner": "added the owner account",
  "invite desk": "invited to the desk",
  "invite owner": "invited as an owner",
  "renew invitation": "created a new link for the invitation of",
  "cancel invitation": "cancelled the invitation of",
  "accept invitation": "accepted the invitation and chose a password",
  "make desk": "gave the role Desk to",
  "make owner": "gave the role Owner to",
  disable: "disabled",
  enable: "re-enabled",
  "sign in": "signed in",
  "sign out": "signed out",
  "confirm identity": "confirmed who they are",
  "fail to sign in": "failed to sign in as",
  "fail second factor": "entered a wrong code after the password of",
  forbidden: "was refused the call",
  "sign out session": "signed out one of their sessions",
  "sign out everywhere": "signed out everywhere",
  "change password": "changed their password",
  "offer password reset": "created a link for a new password of",
  "reset password": "chose a new password with a link",
  "set password": "set a new password for",
  "turn second factor on": "turned on two-step verification",
  "turn second factor off": "turned off two-step verification",
  "reset second factor": "turned off two-step verification of",
  "use recovery code": "used a recovery code",
};

type ActionFields = Pick<AuditEntry, "actor" | "action" | "subject">;

/** `object` is null when people act on their own account. */
export function describeAuditEntry({ actor, action, subject }: ActionFields): {
  verb: string;
  object: string | null;
} {
  return { verb: verbs[action] ?? action, object: subject === actor ? null : subject };
}
