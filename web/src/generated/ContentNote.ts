// This file is generated from the server's types. Do not edit it.
import type { ResolvedNote } from "./ResolvedNote";

export type ContentNote = {
  author: string;
  /** False when the document was deleted. */
  hasDocument: boolean;
  id: string;
  /** The document that it is about. */
  path: string;
  resolved: ResolvedNote | null;
  text: string;
  /** Its title, or the last one when there is no such document any more. */
  title: string | null;
  writtenAt: string;
};
