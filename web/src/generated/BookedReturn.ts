// This file is generated from the server's types. Do not edit it.
export type BookedReturn = {
  date: string;
  /** Whether the visit has the name of the patient. Another name may be that of a relative with the same phone. */
  hasSameName: boolean;
  time: string;
};
