// This file is generated from the server's types. Do not edit it.
export type StartedPlay = {
  /** A signed token, valid for a day. */
  play: string;
};
