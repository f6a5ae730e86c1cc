// This file is generated from the server's types. Do not edit it.
import type { FoundDocument } from "./FoundDocument";

export type FoundDocuments = {
  /** The first 50: titles with all of the words, then texts, then pictures. */
  documents: Array<FoundDocument>;
  /** How many there are. */
  total: number;
};
