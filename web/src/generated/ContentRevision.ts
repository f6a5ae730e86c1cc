// This file is generated from the server's types. Do not edit it.
import type { RemovedFile } from "./RemovedFile";

export type ContentRevision = {
  author: string;
  /** What it changed. Empty for the content that came with the program, and in the history of one document. */
  documents: Array<string>;
  note: string;
  number: number;
  publishedAt: string;
  /** What an owner has removed from it for good since. */
  removed: Array<RemovedFile>;
};
