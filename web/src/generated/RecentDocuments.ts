// This file is generated from the server's types. Do not edit it.
import type { RecentDocument } from "./RecentDocument";

export type RecentDocuments = {
  /** Newest first, at most five, without pictures. One that was deleted is among them. */
  documents: Array<RecentDocument>;
};
