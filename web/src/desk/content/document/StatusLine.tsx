// Says whether the words on the screen are saved.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "../Content.module.css";
import type { DraftState } from "../drafts/draft-state";
import { describeStatus } from "../drafts/draft-status";

interface StatusLineProps {
  state: DraftState;
  /** There are changes that are not part of the state yet. */
  isTyping: boolean;
  /** Who writes. */
  account: string;
}

/** What stays at the top of the window below this line, such as the toolbar of the editor, needs its height. */
const HEIGHT = "--status-height";

export function StatusLine({ state, isTyping, account }: StatusLineProps): ReactNode {
  const { tone, message } = describeStatus(state, isTyping, account);
  const line = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty(HEIGHT, `${line.current?.offsetHeight ?? 0}px`),
    );
    if (line.current) observer.observe(line.current);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <p ref={line} role="status" className={styles.status} data-tone={tone}>
      {message}
    </p>
  );
}
