// How the roles are named on screen, and what they may do.
import type { Role } from "../../generated/Role";

export const roleNames: Record<Role, string> = { desk: "Desk", editor: "Editor", owner: "Owner" };

export const roleOptions: readonly { value: Role; label: string }[] = (
  ["desk", "editor", "owner"] as const
).map((value) => ({ value, label: roleNames[value] }));

export const permissions: Record<Role, string> = {
  desk: "Can take appointments, and check and redeem codes.",
  editor:
    "Can take appointments, check and redeem codes, and change the texts and pictures of the site.",
  owner: "Can do everything, including inviting colleagues and disabling accounts.",
};
