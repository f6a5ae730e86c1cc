// A dialog of the desk. It opens with the focus on the first thing to do in it, not on the button that closes it: on what is
// marked with `data-first-to-do`, because everything above it is filled in, or on the first control.
import { type ComponentProps, type ReactNode, useLayoutEffect, useRef } from "react";
import { Dialog } from "../../ui/dialog/Dialog";
import styles from "./desk.module.css";

const FOCUSABLE = "input:not([hidden]), textarea, select, button:not(:disabled), a[href]";

export function DeskDialog({ children, ...dialog }: ComponentProps<typeof Dialog>): ReactNode {
  const content = useRef<HTMLDivElement>(null);
  // After the dialog has opened: its effects run first.
  useLayoutEffect(() => {
    if (!dialog.open) return;
    const first =
      content.current?.querySelector<HTMLElement>("[data-first-to-do]") ??
      content.current?.querySelector<HTMLElement>(FOCUSABLE);
    first?.focus();
  }, [dialog.open]);
  return (
    <Dialog {...dialog}>
      <div ref={content} className={styles.dialogContent}>
        {children}
      </div>
    </Dialog>
  );
}
