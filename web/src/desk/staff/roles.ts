// What the two roles are called on the screen.
import type { Role } from "../types";

export const roleNames: Record<Role, string> = { desk: "Desk", owner: "Owner" };
