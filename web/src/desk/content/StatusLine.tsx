// Says whether the words on the screen are saved.
import type { ReactNode } from "react";
import styles from "./Content.module.css";
import type { DraftState } from "./drafts/draft-state";

interface StatusLineProps {
  state: DraftState;
  /** There are changes that are not part of the state yet. */
  isTyping: boolean;
}

export function StatusLine({ state, isTyping }: StatusLineProps): ReactNode {
  const isSaved = state.phase.kind === "saved";
  return (
    <p role="status" className={styles.status} data-phase={state.phase.kind}>
      {isTyping && isSaved ? NOT_SAVED : describePhase(state)}
    </p>
  );
}

const NOT_SAVED = "Not saved yet.";
const KEPT = "Your words are kept on this device";

function describePhase({ phase, unanswered }: DraftState): string {
  switch (phase.kind) {
    case "saved":
      return "Everything is saved.";
    case "waiting":
      return unanswered.length > 0 ? `${KEPT}.` : NOT_SAVED;
    case "sending":
      return "Saving...";
    case "retrying":
      return phase.message === null
        ? `No connection. ${KEPT} and sent later.`
        : `${phase.message} ${KEPT} and sent again.`;
    case "signedOut":
      return `Your session has expired. ${KEPT}. Please sign in again.`;
    case "conflict":
      return `Somebody else has changed this document. ${KEPT}.`;
    case "refused":
      return `${phase.message} ${KEPT}.`;
  }
}
