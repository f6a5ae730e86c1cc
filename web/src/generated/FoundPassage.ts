// This file is generated from the server's types. Do not edit it.
import type { PassagePlace } from "./PassagePlace";

export type FoundPassage = {
  /** How many notes to colleagues contain it. */
  colleagueNotes: number;
  /** How many notes of the history contain it. */
  notes: number;
  places: Array<PassagePlace>;
};
