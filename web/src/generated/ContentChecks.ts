// This file is generated from the server's types. Do not edit it.
import type { Advice } from "./Advice";
import type { ContentProblem } from "./ContentProblem";
import type { DraftSummary } from "./DraftSummary";
import type { DraftVersion } from "./DraftVersion";
import type { RenamedChair } from "./RenamedChair";
import type { VisitsOnDay } from "./VisitsOnDay";

export type ContentChecks = {
  /** Everything that could be chosen. */
  allDrafts: Array<DraftSummary>;
  /**
   * The chosen drafts and the pictures that they use, for the publication. Without pictures and descriptions that were begun
   * on an older text, unless they are chosen themselves.
   */
  drafts: Array<DraftVersion>;
  /** Mistakes. These drafts are not published while there is one. */
  errors: Array<ContentProblem>;
  /** Chairs whose visits would be with another name. */
  renamedChairs: Array<RenamedChair>;
  /** What could be better in all other documents. */
  unchangedWarnings: Array<Advice>;
  /** Appointments at times at which the clinic would no longer be open, or in chairs that could no longer take them. */
  visits: Array<VisitsOnDay>;
  /** What could be better in the chosen documents. */
  warnings: Array<Advice>;
};
