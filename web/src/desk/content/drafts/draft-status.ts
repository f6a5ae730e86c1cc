// The sentence that says whether the words on the screen are saved.
import { type DraftState, hasUnsavedText } from "./draft-state";

type DraftStatus = {
  readonly tone: "saved" | "working" | "alarm";
  readonly message: string;
};

const NOT_SAVED_YET = "Not saved yet.";
const KEPT = "Your words are kept on this device";
const INCOMPLETE =
  "Not saved: a number, a date or a time is not complete. The field says what to do.";
const LOST = "Not saved: something that was not complete is not in the form any more. See below.";
const WAITING = "Not saved: something that was not complete waits until its field is shown again.";
const NOT_KEPT =
  "Not saved, also not on this device: its storage is full or blocked. Do not close this page, and copy your words to a safe place.";

/** `isTyping`: there are changes that are not part of the state yet. `account` is who writes. */
export function describeStatus(
  state: DraftState,
  isTyping: boolean,
  account: string | null = null,
): DraftStatus {
  const { phase, unwritable } = state;
  if (hasUnsavedText(state) && !state.isKept) return { tone: "alarm", message: NOT_KEPT };
  if (unwritable) {
    return { tone: "alarm", message: `Not saved. ${unwritable.message} ${KEPT}.` };
  }
  switch (phase.kind) {
    case "saved":
      if (isTyping) return { tone: "working", message: NOT_SAVED_YET };
      if (state.incomplete.length > 0) return { tone: "alarm", message: INCOMPLETE };
      return state.lost.length > 0
        ? { tone: "alarm", message: state.lost.every(({ isSeen }) => isSeen) ? WAITING : LOST }
        : { tone: "saved", message: "Everything is saved." };
    case "waiting":
      return { tone: "working", message: NOT_SAVED_YET };
    case "sending":
      return { tone: "working", message: "Saving..." };
    case "retrying":
      return {
        tone: "alarm",
        message:
          phase.message === null
            ? `No connection. ${KEPT} and sent later.`
            : `${phase.message} ${KEPT} and sent again.`,
      };
    case "signedOut":
      return {
        tone: "alarm",
        message: `Your session has expired. ${KEPT}. Please sign in again.`,
      };
    case "conflict":
      return {
        tone: "alarm",
        message:
          account !== null && phase.theirs.savedBy === account
            ? `You have changed this document in another tab or on another device. ${KEPT}.`
            : `Somebody else has changed this document. ${KEPT}.`,
      };
    case "refused":
      return { tone: "alarm", message: `Not saved. ${phase.message} ${KEPT}.` };
  }
}
