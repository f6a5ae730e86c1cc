// This file is generated from the server's types. Do not edit it.
import type { Byline } from "./Byline";
import type { UrgentRow } from "./UrgentRow";
import type { UrgentSource } from "./UrgentSource";

/** The questions of "Is it urgent?". */
export type Urgent = {
  /** Who should not answer questions but go to hospital. On every screen. */
  always: string;
  lastReviewed: string | null;
  reviewedBy: Byline | null;
  rows: Array<UrgentRow>;
  /** Completes "Come sooner if …". */
  sooner: string;
  sources: Array<UrgentSource>;
};
