// This file is generated from the server's types. Do not edit it.
/** In shares of the picture's width and height. */
export type PuzzleSpot = {
  /** How many of the finished games found it. */
  found: number;
  height: number;
  id: number;
  label: string;
  left: number;
  top: number;
  width: number;
};
