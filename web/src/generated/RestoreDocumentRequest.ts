// This file is generated from the server's types. Do not edit it.
export type RestoreDocumentRequest = {
  /** The path that the document had in that revision, if it was another one: before its address was changed. */
  from?: string | null;
  path: string;
  /** The revision whose text is wanted. */
  revision: number;
  /** The version of the document that the person has looked at. */
  version: string;
};
