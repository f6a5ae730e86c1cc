// This file is generated from the server's types. Do not edit it.
export type RemovedContent = {
  /** How many revisions contained it. */
  revisions: number;
};
