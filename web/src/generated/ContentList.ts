// This file is generated from the server's types. Do not edit it.
import type { ContentProblem } from "./ContentProblem";
import type { DocumentSummary } from "./DocumentSummary";
import type { PlaceholderValue } from "./PlaceholderValue";
import type { VariableValue } from "./VariableValue";

export type ContentList = {
  /** Those with a draft, by path. One that a draft deletes is here until that is published. */
  drafts: Array<DocumentSummary>;
  /** The first day of the notice. Null when there is none, or when it has come. */
  noticeFrom: string | null;
  /** Values that the clinic still has to fill in. */
  placeholders: Array<PlaceholderValue>;
  /** What has to be corrected before the drafts can be published. */
  problems: Array<ContentProblem>;
  /** Names the list of published documents, for the call that answers it. Null when there is none. */
  published: string | null;
  /** Why the content cannot be edited here. Null when it can. */
  readOnlyReason: string | null;
  /** The number of the published revision. */
  revision: number;
  /** What texts may use instead of a value: `{percent}` becomes 5. */
  variables: Array<VariableValue>;
};
