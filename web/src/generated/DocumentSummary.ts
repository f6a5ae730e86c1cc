// This file is generated from the server's types. Do not edit it.
import type { DocumentKind } from "./DocumentKind";
import type { DocumentState } from "./DocumentState";

export type DocumentSummary = {
  /**
   * The day on which an article appears, and the time if it has one: `2026-11-15` or `2026-11-15T14:30`, in the clinic's time
   * zone. Null when it has appeared.
   */
  appearsOn: string | null;
  kind: DocumentKind;
  path: string;
  /** Its number in the order of its list, or of the articles on the home page. Null when it has none. */
  position: number | null;
  savedAt: string | null;
  /** Who saved the draft last, and when. Null without a draft. */
  savedBy: string | null;
  state: DocumentState;
  title: string | null;
};
