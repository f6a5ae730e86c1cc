// This file is generated from the server's types. Do not edit it.
import type { ContentNote } from "./ContentNote";

export type DocumentNotes = {
  /** Those that are open, then those that are done, newest first. */
  notes: Array<ContentNote>;
};
