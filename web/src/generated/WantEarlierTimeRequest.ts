// This file is generated from the server's types. Do not edit it.
import type { PartOfDay } from "./PartOfDay";

export type WantEarlierTimeRequest = {
  /** The time that was on the screen. If the visit was moved since, nothing is changed. */
  date: string;
  /** The first day on which the patient can come. */
  from?: string | null;
  part?: PartOfDay | null;
  time: string;
  /** False when the patient does not want an earlier time any more. */
  wanted: boolean;
};
