// This file is generated from the server's types. Do not edit it.
export type ProblemOfTime = {
  /** Whether staff can choose the time all the same: the clinic is open on this day, at other times. */
  canBeKept: boolean;
  /** A sentence for staff. */
  reason: string;
};
