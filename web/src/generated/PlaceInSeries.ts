// This file is generated from the server's types. Do not edit it.
/** Such as the second of three visits, every 4 weeks. */
export type PlaceInSeries = {
  /** From 1. */
  number: number;
  /** How many visits were added together. */
  visits: number;
  weeks: number;
};
