// This file is generated from the server's types. Do not edit it.
import type { Role } from "./Role";
import type { StaffAccount } from "./StaffAccount";

export type StaffAccounts = {
  staff: Array<StaffAccount>;
  /** The roles whose accounts need two-step verification. */
  twoStepRoles: Array<Role>;
};
