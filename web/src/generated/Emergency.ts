// This file is generated from the server's types. Do not edit it.
import type { EmergencyLink } from "./EmergencyLink";

/** What to do in an eye emergency. It is never missing: somebody who books instead of going to hospital can lose an eye. */
export type Emergency = {
  link: EmergencyLink | null;
  text: string;
};
