// This file is generated from the server's types. Do not edit it.
/** Either a picture or a passage. */
export type RemovalRequest = {
  passage?: string | null;
  /** The hash of a picture of the history. */
  picture?: string | null;
};
