// A dialog of the desk. It opens with the focus on what is marked with `data-first-focus`, or on the first control, not on the button
// that closes it.
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import { Dialog } from "../../ui/dialog/Dialog";
import styles from "./desk.module.css";

const FOCUSABLE = "input:not([hidden]), textarea, select, button:not(:disabled), a[href]";

export function DeskDialog({ children, ...dialog }: ComponentProps<typeof Dialog>): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  // After the dialog has opened: its effects run first.
  useLayoutEffect(() => {
    if (!dialog.open) return;
    const find = (selector: string) => content.current?.querySelector<HTMLElement>(selector);
    (find("[data-first-focus]") ?? find(FOCUSABLE))?.focus();
  }, [dialog.open]);
  return (
    <Dialog {...dialog}>
      <div ref={content} className={styles.dialogContent}>
        {children}
      </div>
    </Dialog>
  );
}
