// This file is generated from the server's types. Do not edit it.
export type PuzzleChoice = {
  candidate: number;
  /** `2026-12` */
  month: string;
};
