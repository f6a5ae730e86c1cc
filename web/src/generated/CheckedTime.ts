// This file is generated from the server's types. Do not edit it.
import type { ProblemOfTime } from "./ProblemOfTime";
import type { SlotOffer } from "./SlotOffer";

export type CheckedTime = {
  date: string;
  /** The closest free times, in the order of the calendar. Empty when the time is free. */
  nearest: Array<SlotOffer>;
  problem: ProblemOfTime | null;
  time: string;
};
