// This file is generated from the server's types. Do not edit it.
import type { ContentProblem } from "./ContentProblem";
import type { DocumentDefinition } from "./DocumentDefinition";
import type { DocumentKind } from "./DocumentKind";
import type { DocumentState } from "./DocumentState";
import type { TextBlock } from "./TextBlock";

export type ContentDocument = {
  definition: DocumentDefinition | null;
  /** Whether another text was published since the draft was begun. */
  isOutdated: boolean;
  kind: DocumentKind;
  path: string;
  /** What this server cannot read in the text. */
  problems: Array<ContentProblem>;
  /** The published text, also null when it is not text. */
  published: string | null;
  savedAt: string | null;
  savedBy: string | null;
  state: DocumentState;
  /** The draft, or the published text without one. Null when it is deleted, not text, or a new document. */
  text: string | null;
  /** The text below the keys as this server reads it. Null for documents whose page shows none. */
  tree: Array<TextBlock> | null;
  /** To be sent as `If-Match` with the next save. */
  version: string;
};
