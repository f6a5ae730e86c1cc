// This file is generated from the server's types. Do not edit it.
import type { PuzzleChoice } from "./PuzzleChoice";

export type PinPuzzlesRequest = {
  set?: PuzzleChoice | null;
};
