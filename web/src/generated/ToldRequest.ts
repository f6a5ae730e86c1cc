// This file is generated from the server's types. Do not edit it.
import type { OtherVisit } from "./OtherVisit";
import type { ToTell } from "./ToTell";

/** What the patient was told, as it was in the list. */
export type ToldRequest = {
  date: string;
  /** The other visits that the list had with this one. */
  others?: Array<OtherVisit>;
  time: string;
  toTell: ToTell;
};
