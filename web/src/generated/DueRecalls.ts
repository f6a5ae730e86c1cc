// This file is generated from the server's types. Do not edit it.
import type { DueRecall } from "./DueRecall";

/** A page of a list of recalls. */
export type DueRecalls = {
  /** Whether there are more after these. */
  more: boolean;
  recalls: Array<DueRecall>;
};
