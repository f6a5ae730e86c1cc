// How the roles are named on screen, and what they may do.
import type { Role } from "../../generated/Role";

export const roleNames: Record<Role, string> = { desk: "Desk", owner: "Owner" };

export const permissions: Record<Role, string> = {
  desk: "Can check and redeem codes.",
  owner: "Can do everything, including inviting colleagues and disabling accounts.",
};
