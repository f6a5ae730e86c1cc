// Turns an audit entry into a sentence. The type of the actions is generated, so the compiler reports a missing one.
import type { AuditAction } from "../../generated/AuditAction";
import type { AuditEntry } from "../../generated/AuditEntry";

/** With "…" for what it is about, where that does not stand at the end. */
const verbs: Record<AuditAction, string> = {
  redeem: "redeemed",
  undo: "undid the redemption of",
  "open address": "viewed the email address of",
  "look up address": "looked up the email address of",
  "correct address": "corrected the email address of",
  "search people": "searched people",
  "search patients": "searched for a patient:",
  "reach record limit": "reached the limit of patients' records:",
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
  "add editor": "added the editor account",
  "add owner": "added the owner account",
  "invite desk": "invited … to the desk",
  "invite editor": "invited … as an editor",
  "invite owner": "invited … as an owner",
  "renew invitation": "created a new link for the invitation of",
  "send invitation": "sent by email the invitation for",
  "cancel invitation": "cancelled the invitation of",
  "accept invitation": "accepted the invitation and chose a password",
  "make desk": "gave the role Desk to",
  "make editor": "gave the role Editor to",
  "make owner": "gave the role Owner to",
  disable: "disabled",
  enable: "re-enabled",
  "sign in": "signed in",
  "sign out": "signed out",
  "confirm clock": "confirmed that the clock of the server is right:",
  "confirm identity": "confirmed who they are",
  "fail to sign in": "failed to sign in as",
  "fail second factor": "entered a wrong code after the password of",
  forbidden: "was refused the call",
  "edit content": "edited",
  "discard draft": "discarded the draft of",
  "write note": "wrote a note to colleagues on",
  "resolve note": "marked a note to colleagues as done on",
  "reopen note": "opened a note to colleagues again on",
  "import content": "imported",
  "publish content": "published",
  "choose puzzles": "chose pictures of the game:",
  "pin puzzles": "pinned pictures of the game:",
  "unpin puzzles": "let the pictures of the game change every month again",
  "restore backup": "restored the database from the backup",
  "hold mail": "held",
  "release mail": "allowed to send",
  "remove content": "removed for good, from the history too:",
  "restore content": "restored an earlier version of the site as",
  "sign out session": "signed out one of their sessions",
  "sign out everywhere": "signed out everywhere",
  "change password": "changed their password",
  "offer password reset": "created a link for a new password of",
  "reset password": "chose a new password with a link",
  "set password": "set a new password for",
  "turn second factor on": "turned on two-step verification",
  "turn second factor off": "turned off two-step verification",
  "require second factor": "made two-step verification required for the role",
  "offer second factor": "made two-step verification optional for the role",
  "reset second factor": "turned off two-step verification of",
  "use recovery code": "used a recovery code",
  "open appointment": "opened the appointment",
  "add appointment": "added the appointment",
  "move appointment": "moved the appointment",
  "cancel appointment": "cancelled the appointment",
  "correct appointment": "corrected the appointment",
  "send appointment link": "sent a new link to the appointment",
  "appointment confirmed": "confirmed the appointment",
  "appointment arrived": "recorded the arrival for the appointment",
  "appointment missed": "recorded a missed visit for the appointment",
  "appointment done": "recorded a finished visit for the appointment",
  remind: "reminded the patient of the appointment",
  "tell closed time": "told the patient that the clinic is closed at the time of the appointment",
  "keep closed time":
    "decided that the visit takes place although the clinic is closed: appointment",
  "tell patient": "told the patient about the appointment",
  "undo appointment": "undid the last press for the appointment",
  "email came back": "recorded that an email came back, of the appointment or recall",
  "undo told": "took back that the patient was told about the appointment",
  "block time": "blocked the time from",
  "unblock time": "unblocked the time from",
  "add to earlier times": "put on the list of patients who want an earlier time:",
  "remove from earlier times": "took off the list of patients who want an earlier time:",
  "open earlier time": "opened the patient without a visit who wants a time:",
  "earlier time declined": "recorded that an earlier time was declined by",
  "earlier time not-reached": "did not reach, to offer an earlier time:",
  "undo earlier time": "took back what was recorded about an earlier time of",
  "add recall": "agreed a recall after the appointment",
  "open recall": "opened the recall",
  "recall asked": "recorded that the patient was asked for the recall",
  "recall booked": "recorded a booking for the recall",
  "recall came-back": "recorded that the patient came back for the recall",
  "recall declined": "recorded a refusal of the recall",
  "recall no-answer": "recorded no answer to the recall",
  "undo recall": "took back what was recorded about the recall",
};

type ActionFields = Pick<AuditEntry, "actor" | "action" | "subject">;

/**
 * `object` is null when people act on their own account. The log may contain actions that older versions of the program wrote;
 * they are shown as the server names them.
 */
export function describeAuditEntry({ actor, action, subject }: ActionFields): {
  verb: string;
  object: string | null;
  /** What follows the object. */
  rest?: string | undefined;
} {
  const known: Partial<Record<string, string>> = verbs;
  const [verb = action, rest] = known[action]?.split(" … ") ?? [];
  return { verb, object: subject === actor ? null : subject, rest };
}
