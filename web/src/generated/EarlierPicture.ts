// This file is generated from the server's types. Do not edit it.
export type EarlierPicture = {
  description: string | null;
  hash: string;
  /** When the newest of these revisions was published. */
  lastPublishedAt: string;
  path: string;
  /** How many revisions contain it. */
  revisions: number;
};
