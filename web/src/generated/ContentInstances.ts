// This file is generated from the server's types. Do not edit it.
import type { InstanceNotShown } from "./InstanceNotShown";

export type ContentInstances = {
  /** Those that do not show what is published. Empty when all do. */
  notShown: Array<InstanceNotShown>;
};
