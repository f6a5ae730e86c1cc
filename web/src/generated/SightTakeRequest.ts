// This file is generated from the server's types. Do not edit it.
export type SightTakeRequest = {
  /** False when the screen shows no letter. */
  counts: boolean;
  number: number;
  screen: string;
};
