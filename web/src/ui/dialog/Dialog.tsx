// A popup on the browser's own <dialog>: focus goes in, stays in and comes back by itself; Escape closes it.
// Adds only what browsers do not all do yet: closing on a press outside.
import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Icon } from "../icon/Icon";
import styles from "./Dialog.module.css";

interface DialogProps {
  id?: string;
  heading: string;
  open: boolean;
  onClose: () => void;
  /** Drawn instead of the close button while no script is there to make that one work. */
  plainClose?: ReactNode;
  children: ReactNode;
}

export function Dialog({
  id,
  heading,
  open,
  onClose,
  plainClose,
  children,
}: DialogProps): ReactNode {
  const headingId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === open) return;
    if (open) dialog.showModal();
    else dialog.close();
  }, [open]);

  const closeFromOutside = (event: MouseEvent<HTMLDialogElement>) => {
    // The frame inside fills the dialog, so only the backdrop is the dialog itself.
    if (event.target === event.currentTarget) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes a dialog natively.
    <dialog
      id={id}
      ref={ref}
      className={plainClose ? `${styles.dialog} ${styles.plain}` : styles.dialog}
      aria-labelledby={headingId}
      onClose={onClose}
      onClick={closeFromOutside}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={headingId}>{heading}</h2>
          {plainClose ?? (
            <button type="button" className={styles.close} onClick={onClose}>
              <Icon name="close" title="Close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}
