// This file is generated from the server's types. Do not edit it.
/** In how long the patient should come back. */
export type RecallDelay = {
  weeks: number;
} | {
  months: number;
};
