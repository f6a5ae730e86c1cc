// This file is generated from the server's types. Do not edit it.
import type { DocumentDefinition } from "./DocumentDefinition";

export type DocumentChange = {
  /** Null when the document was deleted. */
  after: string | null;
  /** Null when the document did not exist. */
  before: string | null;
  definition: DocumentDefinition | null;
  isDeleted: boolean;
  isNew: boolean;
  /** False for pictures. Their texts are null. */
  isText: boolean;
  path: string;
};
