// This file is generated from the server's types. Do not edit it.
export type AddNoteRequest = {
  /** The document, such as `articles/first-aid.md`. */
  path: string;
  text: string;
};
