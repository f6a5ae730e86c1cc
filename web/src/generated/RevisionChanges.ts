// This file is generated from the server's types. Do not edit it.
import type { DocumentChange } from "./DocumentChange";

export type RevisionChanges = {
  /** The documents that have been changed since: what restoring the revision would change back. */
  changedSince: Array<string>;
  changes: Array<DocumentChange>;
  /** The published revision that it was compared with, to be named when the revision is restored. */
  published: number;
};
