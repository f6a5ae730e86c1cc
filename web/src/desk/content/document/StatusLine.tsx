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
  /** What stands beside it. */
  children?: ReactNode;
}

/** What stays at the top of the window below this line, such as the toolbar of the editor, needs its height. */
const HEIGHT = "--status-height";
/** In pixels. */
const FRAME = 8;

export function StatusLine(props: StatusLineProps): ReactNode {
  const { state, isTyping, account, children } = props;
  const { tone, message } = describeStatus(state, isTyping, account);
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = line.current?.offsetHeight ?? 0;
      style.setProperty(HEIGHT, `${height}px`);
      // What gets the focus, what a link leads to, and the line of the cursor are not below this line and the toolbar.
      style.scrollPaddingTop = `calc(${height + FRAME}px + var(--toolbar-height, 0px))`;
    });
    if (line.current) observer.observe(line.current);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
      style.scrollPaddingTop = "";
    };
  }, []);
  return (
    <div ref={line} className={styles.status} data-tone={tone}>
      <p role="status">{message}</p>
      {children}
    </div>
  );
}
