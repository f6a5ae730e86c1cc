// This file is generated from the server's types. Do not edit it.
import type { OtherVisit } from "./OtherVisit";
import type { ToldByStaff } from "./ToldByStaff";

/** What staff have to do so that the patient knows what is true now. */
export type Telling = {
  /** Whether the list to tell has the patient: no email tells them. */
  isListed: boolean;
  /** The other visits of the same series, which the same text tells. */
  others: Array<OtherVisit>;
  told: ToldByStaff | null;
};
