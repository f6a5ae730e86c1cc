// What the open dialog would lose if it were closed.
import { createContext } from "react";

type DialogLosses = {
  /** A sentence that says what is lost. Returns what to call when it is not lost any more. */
  readonly add: (loss: string) => () => void;
  /** Closes the dialog, after a question if something would be lost. */
  readonly close: () => void;
};

/** Null outside of a dialog. */
export const DialogLosses = createContext<DialogLosses | null>(null);
