// This file is generated from the server's types. Do not edit it.
import type { PuzzleCandidate } from "./PuzzleCandidate";

export type PuzzleMonth = {
  /** `2026-12` */
  month: string;
  /** The candidates that were drawn, the first one first. */
  sets: Array<PuzzleCandidate>;
  /** The candidate that the month shows. Null until a set was drawn. */
  shown: number | null;
};
