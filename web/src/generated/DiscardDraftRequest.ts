// This file is generated from the server's types. Do not edit it.
export type DiscardDraftRequest = {
  path: string;
  /** The version of the draft. */
  version: string;
};
