// The bar at the top of a screen that says whether everything on it is saved.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import styles from "../Content.module.css";

interface StatusBarProps {
  tone: "saved" | "working" | "alarm";
  message: string;
  /** The button beside it has nothing to do. */
  isIdle?: boolean;
  /** What stands beside it. */
  children?: ReactNode;
}

/** What stays at the top of the window below this line, such as the toolbar of the editor, needs its height. */
const HEIGHT = "--status-height";
/** In pixels. */
const FRAME = 8;

export function StatusBar({ tone, message, isIdle = false, children }: StatusBarProps): ReactNode {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      const height = line.current?.offsetHeight ?? 0;
      // It is in a part of the screen that is folded.
      if (height === 0) return;
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
    <div
      ref={line}
      className={isIdle ? `${styles.status} ${styles.idle}` : styles.status}
      data-tone={tone}
    >
      <p role="status">{message}</p>
      {children}
    </div>
  );
}
