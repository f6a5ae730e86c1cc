// This file is generated from the server's types. Do not edit it.
export type DeskMoveRequest = {
  /** That the chosen chair takes the visit although it does not do the service or has other hours. */
  allTheSame?: boolean | null;
  /** Another chair. Left out, the appointment keeps its chair if it is free. */
  chair?: number | null;
  /** That the visit is on a day on which the clinic is closed. */
  closedDay?: boolean | null;
  date: string;
  /** The time that was on the screen, with `seenTime`. If the visit was moved since, nothing is changed. */
  seenDate?: string | null;
  seenTime?: string | null;
  time: string;
};
