// This file is generated from the server's types. Do not edit it.
export type ChoosePuzzlesRequest = {
  /** The candidate to show. Without it, a new one is drawn. */
  candidate?: number | null;
  /** The candidate that the month shows now. */
  insteadOf: number;
  /** `2026-12` */
  month: string;
};
