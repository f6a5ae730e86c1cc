// This file is generated from the server's types. Do not edit it.
import type { MailTransportKind } from "./MailTransportKind";
import type { RequiredTwoStep } from "./RequiredTwoStep";
import type { Role } from "./Role";

/** Who is signed in, and what the desk shows of the site. */
export type Session = {
  clinicName: string;
  /**
   * What the site shows instead of the published content, and what to do. `null` when it shows that. Only editors and
   * owners get it.
   */
  contentNotice: string | null;
  /** The errors in the content because of which the site shows something else. Only editors and owners get them. */
  contentProblems: Array<string>;
  /** What new codes are worth. It is part of their prefix. */
  discountPercent: number;
  /** How long the session lasts if it is not used. The desk then removes what it shows. */
  endsInSeconds: number;
  /** Failed sign-ins of this account before the current session, since the one before it. */
  failedSignIns: number;
  mailTransport: MailTransportKind;
  name: string;
  requiredTwoStep: RequiredTwoStep | null;
  role: Role;
  /** Whether two-step verification is on. */
  totp: boolean;
};
