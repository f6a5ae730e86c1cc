// This file is generated from the server's types. Do not edit it.
export type FindPassageRequest = {
  /** A passage as people read it. Its lines may be broken differently, and its formatting does not matter. */
  passage: string;
};
