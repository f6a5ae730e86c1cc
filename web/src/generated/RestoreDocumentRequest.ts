// This file is generated from the server's types. Do not edit it.
export type RestoreDocumentRequest = {
  path: string;
  /** The revision whose text is wanted. */
  revision: number;
  /** The version of the document that the person has looked at. */
  version: string;
};
