// This file is generated from the server's types. Do not edit it.
import type { DocumentChange } from "./DocumentChange";
import type { RenamedChair } from "./RenamedChair";
import type { VisitsOnDay } from "./VisitsOnDay";

export type RevisionChanges = {
  /** The documents that have been changed since: what restoring the revision would change back. */
  changedSince: Array<string>;
  changes: Array<DocumentChange>;
  /** The clinic's facts, hours and chairs in this revision. Null unless they have been changed since. */
  clinic: string | null;
  /** The published revision that it was compared with, to be named when the revision is restored. */
  published: number;
  /** Chairs whose visits would be with another name if it was restored. */
  renamedChairs: Array<RenamedChair>;
  /** Appointments for which there would be no place any more if the revision was restored. */
  visits: Array<VisitsOnDay>;
};
