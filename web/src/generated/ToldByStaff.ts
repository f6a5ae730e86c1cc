// This file is generated from the server's types. Do not edit it.
import type { OtherVisit } from "./OtherVisit";
import type { ToTell } from "./ToTell";

/** What staff told a patient by phone or message. */
export type ToldByStaff = {
  at: string;
  /** Null when the audit log does not have it any more. */
  by: string | null;
  /** The other visits of the same series that were told with this one. */
  others: Array<OtherVisit>;
  toTell: ToTell;
  /** Null when the visit was changed since. */
  undoUntil: string | null;
};
