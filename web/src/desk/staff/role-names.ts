// How the roles are named on screen.
import type { Role } from "../api/types";

export const roleNames: Record<Role, string> = { desk: "Desk", owner: "Owner" };
