// This file is generated from the server's types. Do not edit it.
export type StoredPerson = {
  appointments: number;
  /** The patients whom this person brings; their visits belong to both. */
  brings: Array<string>;
  codes: Array<string>;
  emails: Array<string>;
  /** Null for the holder of a code, of whom only an address is stored. */
  name: string | null;
  phones: Array<string>;
  recalls: number;
  /** When the visits begin that are still to come. */
  visitsToCome: Array<string>;
};
