// This file is generated from the server's types. Do not edit it.
import type { ContentRevision } from "./ContentRevision";

export type ContentHistory = {
  /** Whether there are more after the last one. */
  more: boolean;
  /** Newest first. Empty until something was published. */
  revisions: Array<ContentRevision>;
};
