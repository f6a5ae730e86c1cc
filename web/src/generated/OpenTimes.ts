// This file is generated from the server's types. Do not edit it.
/** Minutes after midnight in the clinic's time zone. */
export type OpenTimes = {
  from: number;
  until: number;
};
