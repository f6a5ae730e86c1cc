// This file is generated from the server's types. Do not edit it.
/** Who said that a note is done, and when. */
export type ResolvedNote = {
  at: string;
  by: string;
};
