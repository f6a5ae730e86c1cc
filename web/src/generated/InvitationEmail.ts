// This file is generated from the server's types. Do not edit it.
import type { EmailState } from "./EmailState";

export type InvitationEmail = {
  state: EmailState;
  /** Masked. */
  to: string;
};
