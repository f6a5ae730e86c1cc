// This file is generated from the server's types. Do not edit it.
import type { CodeState } from "./CodeState";

export type CodeDetails = {
  code: string;
  /** The discount that the code gives. */
  percent: number;
  state: CodeState;
  /** Until when the caller can undo the redemption. Null when they cannot. */
  undoUntil: string | null;
  usedAt: string | null;
  /** The name of the staff account that redeemed the code. */
  usedBy: string | null;
  validUntil: string;
};
