// This file is generated from the server's types. Do not edit it.
/** What is saved now in place of the version that a save was based on. */
export type DraftConflict = {
  savedAt: string | null;
  /** Null when it is the published text. */
  savedBy: string | null;
  /** Null when the document was deleted. */
  text: string | null;
  version: string;
};
