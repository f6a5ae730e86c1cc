// This file is generated from the server's types. Do not edit it.
import type { ContentProblem } from "./ContentProblem";

export type SavedDraft = {
  problems: Array<ContentProblem>;
  /** The version of what was saved, for the next save. */
  version: string;
};
