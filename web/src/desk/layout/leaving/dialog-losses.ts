// What the open dialog would lose if it were closed.
import { createContext } from "react";

export type DialogLoss = {
  /** Says what is lost. */
  readonly sentence: string;
  /** It is on its way to the server: only the answer is not seen. */
  readonly isSending: boolean;
};

type DialogLosses = {
  /** Returns what to call when it is not lost any more. */
  readonly add: (loss: DialogLoss) => () => void;
  /** Closes the dialog, after a question if something would be lost. */
  readonly close: () => void;
};

/** Null outside of a dialog. */
export const DialogLosses = createContext<DialogLosses | null>(null);
