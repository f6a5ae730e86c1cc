// This file is generated from the server's types. Do not edit it.
import type { Destination } from "./Destination";
import type { Urgency } from "./Urgency";

export type UrgentRow = {
  /** The slug of the article about it. */
  article?: string;
  /** What to do until somebody looks at the eye. */
  before: string;
  go: Destination;
  id: string;
  /** How long to rinse the eye, where it has to be rinsed. */
  rinseMinutes?: number;
  /** Ids of the sources. */
  sources: Array<string>;
  /** Completes "Do you have …?": in lower case, without a full stop. */
  symptom: string;
  urgency: Urgency;
};
