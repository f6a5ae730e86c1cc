// This file is generated from the server's types. Do not edit it.
import type { PuzzleLevel } from "./PuzzleLevel";

export type PuzzleCandidate = {
  candidate: number;
  /** How many games were finished with it. */
  finished: number;
  /** Whether the game shows it now. */
  isPlayed: boolean;
  levels: Array<PuzzleLevel>;
};
