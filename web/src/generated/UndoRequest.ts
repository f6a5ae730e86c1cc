// This file is generated from the server's types. Do not edit it.
import type { AppointmentState } from "./AppointmentState";

export type UndoRequest = {
  /** Another day for a cancelled or moved visit whose time is taken, with `time`. */
  date?: string | null;
  /** The time that was on the screen, with `seenTime`. If the visit was moved since, nothing is changed. */
  seenDate?: string | null;
  seenTime?: string | null;
  /** The state that is undone. */
  state: AppointmentState;
  time?: string | null;
  /** The `undoUntil` that was on the screen. If something else was pressed since, nothing is changed. */
  undoUntil?: string | null;
};
