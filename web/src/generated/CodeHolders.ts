// This file is generated from the server's types. Do not edit it.
import type { CodeHolder } from "./CodeHolder";

export type CodeHolders = {
  /** Whether there are more. */
  more: boolean;
  /** Newest first: at most 50 of the latest, and at most five that a search finds. */
  people: Array<CodeHolder>;
};
