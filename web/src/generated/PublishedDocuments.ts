// This file is generated from the server's types. Do not edit it.
import type { DocumentSummary } from "./DocumentSummary";

export type PublishedDocuments = {
  /** By path, as they are published: drafts are not in it. */
  documents: Array<DocumentSummary>;
};
