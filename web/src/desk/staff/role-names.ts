// How the roles are named on screen.
import type { Role } from "../../generated/Role";

export const roleNames: Record<Role, string> = { desk: "Desk", owner: "Owner" };
