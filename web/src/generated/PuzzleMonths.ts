// This file is generated from the server's types. Do not edit it.
import type { EarlierPuzzles } from "./EarlierPuzzles";
import type { PuzzleChoice } from "./PuzzleChoice";
import type { PuzzleMonth } from "./PuzzleMonth";

export type PuzzleMonths = {
  earlier: EarlierPuzzles | null;
  /** Whether the game shows them. Otherwise it shows the pictures of the content. */
  isMonthly: boolean;
  months: Array<PuzzleMonth>;
  pinned: PuzzleChoice | null;
  /** Why nothing can be chosen here. */
  whyOff: string | null;
};
