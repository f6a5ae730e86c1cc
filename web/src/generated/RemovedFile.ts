// This file is generated from the server's types. Do not edit it.
export type RemovedFile = {
  isPicture: boolean;
  /** The document that a passage was removed from, or the picture. */
  path: string;
  removedAt: string;
  removedBy: string;
};
