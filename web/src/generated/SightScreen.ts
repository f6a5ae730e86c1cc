// This file is generated from the server's types. Do not edit it.
export type SightScreen = {
  /** For the phone. It can be used once. */
  code: string;
  /** The key of the screen. */
  screen: string;
};
