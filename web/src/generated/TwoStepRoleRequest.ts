// This file is generated from the server's types. Do not edit it.
import type { Role } from "./Role";

export type TwoStepRoleRequest = {
  required: boolean;
  role: Role;
};
