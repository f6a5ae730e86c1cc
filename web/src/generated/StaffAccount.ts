// This file is generated from the server's types. Do not edit it.
import type { Role } from "./Role";
import type { StaffInvitation } from "./StaffInvitation";

export type StaffAccount = {
  disabled: boolean;
  invitation: StaffInvitation | null;
  lastSeen: string | null;
  name: string;
  role: Role;
  /** Whether two-step verification is on. */
  totp: boolean;
};
