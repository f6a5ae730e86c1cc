// This file is generated from the server's types. Do not edit it.
import type { PuzzleCandidate } from "./PuzzleCandidate";

export type EarlierPuzzles = {
  /** `2026-10` */
  month: string;
  set: PuzzleCandidate;
};
