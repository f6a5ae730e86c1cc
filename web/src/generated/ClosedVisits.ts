// This file is generated from the server's types. Do not edit it.
import type { ClosedDay } from "./ClosedDay";
import type { DeskChair } from "./DeskChair";

/** Visits at times at which the clinic is closed, and visits whose chair cannot take them. */
export type ClosedVisits = {
  /** For the names of the chairs. */
  columns: Array<DeskChair>;
  days: Array<ClosedDay>;
  /** How many there are, with those that are not in the list. */
  total: number;
};
