// This file is generated from the server's types. Do not edit it.
import type { PuzzleSpot } from "./PuzzleSpot";

export type PuzzleLevel = {
  description: string;
  /** Where the second scene begins, as a share of the picture's height. */
  secondSceneTop: number | null;
  spots: Array<PuzzleSpot>;
  svg: string;
};
