// This file is generated from the server's types. Do not edit it.
import type { FreeDay } from "./FreeDay";

/** The free times of a service, in clinic time. */
export type FreeSlots = {
  days: Array<FreeDay>;
};
