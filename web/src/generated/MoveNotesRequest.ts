// This file is generated from the server's types. Do not edit it.
export type MoveNotesRequest = {
  /** The path of the document before its address was changed. */
  from: string;
  /** Its path now. There must be a draft or a published document. */
  to: string;
};
