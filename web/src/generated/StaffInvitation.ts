// This file is generated from the server's types. Do not edit it.
import type { InvitationEmail } from "./InvitationEmail";

export type StaffInvitation = {
  email: InvitationEmail | null;
  /** Null when the link has expired. */
  validUntil: string | null;
};
