// This file is generated from the server's types. Do not edit it.
import type { ClosedVisit } from "./ClosedVisit";

export type ClosedDay = {
  /** Why the clinic is closed on this day. Null when only the hours are others, or the chairs. */
  closure: string | null;
  date: string;
  /** Whether the clinic is open at the time of these visits, and only their chairs cannot take them. A day can be in the list twice. */
  isWithoutChair: boolean;
  visits: Array<ClosedVisit>;
};
