// A modal popup based on <dialog>, which handles the focus and Escape. Adds closing on a click outside, which not all
// browsers support yet.
import { type MouseEvent, type ReactNode, useContext, useId, useLayoutEffect, useRef } from "react";
import { Icon } from "../icon/Icon";
import styles from "./Dialog.module.css";
import { DialogsPaused } from "./dialogs-paused";

interface DialogProps {
  id?: string;
  heading: string;
  open: boolean;
  onClose: () => void;
  /** Replaces the close button until the page is hydrated and the button works. */
  noScriptClose?: ReactNode;
  children: ReactNode;
}

export function Dialog({
  id,
  heading,
  open,
  onClose,
  noScriptClose,
  children,
}: DialogProps): ReactNode {
  const headingId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  const isPaused = useContext(DialogsPaused);
  const isShown = open && !isPaused;
  const lastFocused = useRef<Element | null>(null);

  // A dialog that is only removed from the page would leave the focus nowhere: `close` gives it back to what opened it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  // Before whoever pauses the dialogs moves the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog || dialog.open === isShown) return;
    if (isShown) {
      dialog.showModal();
      if (dialog.contains(lastFocused.current)) (lastFocused.current as HTMLElement).focus();
    } else {
      lastFocused.current = document.activeElement;
      dialog.close();
    }
  }, [isShown]);

  // The inner frame fills the dialog, so an event on the dialog element itself is on the backdrop.
  const pressedOutside = useRef(false);
  const notePress = (event: MouseEvent<HTMLDialogElement>) => {
    pressedOutside.current = event.target === event.currentTarget;
  };
  const closeFromOutside = (event: MouseEvent<HTMLDialogElement>) => {
    // Selecting text and releasing the button outside is a click there too, but was not pressed there.
    if (event.target === event.currentTarget && pressedOutside.current) onClose();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes a dialog natively.
    <dialog
      id={id}
      ref={ref}
      className={noScriptClose ? `${styles.dialog} ${styles.noScript}` : styles.dialog}
      aria-labelledby={headingId}
      // Not the event of a dialog that is only paused.
      onClose={() => !isPaused && onClose()}
      onPointerDown={notePress}
      onClick={closeFromOutside}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={headingId}>{heading}</h2>
          {noScriptClose ?? (
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
