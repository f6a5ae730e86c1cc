// This file is generated from the server's types. Do not edit it.
import type { ContentNote } from "./ContentNote";

export type OpenNotes = {
  /** The newest 200, newest first. */
  notes: Array<ContentNote>;
  /** How many there are. */
  total: number;
};
