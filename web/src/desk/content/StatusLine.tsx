// Says whether the words on the screen are saved.
import type { ReactNode } from "react";
import styles from "./Content.module.css";
import type { DraftState } from "./drafts/draft-state";
import { describeStatus } from "./drafts/draft-status";

interface StatusLineProps {
  state: DraftState;
  /** There are changes that are not part of the state yet. */
  isTyping: boolean;
}

export function StatusLine({ state, isTyping }: StatusLineProps): ReactNode {
  const { tone, message } = describeStatus(state, isTyping);
  return (
    <p role="status" className={styles.status} data-tone={tone}>
      {message}
    </p>
  );
}
