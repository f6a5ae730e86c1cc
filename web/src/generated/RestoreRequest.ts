// This file is generated from the server's types. Do not edit it.
export type RestoreRequest = {
  /** The published revision that the list of changes was made for. */
  published: number;
  revision: number;
};
