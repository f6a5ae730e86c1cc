// This file is generated from the server's types. Do not edit it.
/** A visit beside another one, as it was on the screen. */
export type OtherVisit = {
  date: string;
  id: string;
  time: string;
};
