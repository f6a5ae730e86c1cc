// A modal popup based on <dialog>, which handles the focus and Escape. Adds closing on a click outside, which not all
// browsers support yet.
import {
  type MouseEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
} from "react";
import { Icon } from "../icon/Icon";
import styles from "./Dialog.module.css";
import { DialogsPaused } from "./dialogs-paused";

interface DialogProps {
  id?: string;
  heading: string;
  open: boolean;
  onClose: () => void;
  /** Whether Escape, a click outside, the close button or a phone's gesture of going back may close it now. */
  mayClose?: () => boolean;
  /** Replaces the close button until the page is hydrated and the button works. */
  noScriptClose?: ReactNode;
  children: ReactNode;
}

export function Dialog({
  id,
  heading,
  open,
  onClose,
  mayClose = () => true,
  noScriptClose,
  children,
}: DialogProps): ReactNode {
  const headingId = useId();
  const ref = useRef<HTMLDialogElement>(null);

  const isPaused = useContext(DialogsPaused);
  const isShown = open && !isPaused;
  /** In the dialog, since it is open. */
  const lastFocused = useRef<HTMLElement | null>(null);

  // A dialog that is only removed from the page would leave the focus nowhere: `close` gives it back to what opened it.
  useLayoutEffect(() => {
    const dialog = ref.current;
    return () => dialog?.close();
  }, []);

  // Before whoever pauses the dialogs moves the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open) lastFocused.current = null;
    if (!dialog || dialog.open === isShown) return;
    if (isShown) show(dialog, lastFocused.current);
    else dialog.close();
  }, [isShown, open]);

  const close = () => {
    if (mayClose()) onClose();
  };
  const askBeforeEscape = (event: SyntheticEvent) => {
    // A field for files has an event of this name as well.
    if (event.target === event.currentTarget && !mayClose()) event.preventDefault();
  };
  const noteClosed = ({ currentTarget: dialog }: SyntheticEvent<HTMLDialogElement>) => {
    // It was closed or paused from here.
    if (!isShown || dialog.open) return;
    if (mayClose()) return onClose();
    // At the second Escape in a row, and at a gesture, Chrome closes it without asking.
    show(dialog, lastFocused.current);
  };

  // The inner frame fills the dialog, so an event on the dialog element itself is on the backdrop.
  const pressedOutside = useRef(false);
  const notePress = (event: MouseEvent<HTMLDialogElement>) => {
    pressedOutside.current = event.target === event.currentTarget;
  };
  const closeFromOutside = (event: MouseEvent<HTMLDialogElement>) => {
    // Selecting text and releasing the button outside is a click there too, but was not pressed there.
    if (event.target === event.currentTarget && pressedOutside.current) close();
  };

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard, Escape closes a dialog natively.
    <dialog
      id={id}
      ref={ref}
      className={noScriptClose ? `${styles.dialog} ${styles.noScript}` : styles.dialog}
      aria-labelledby={headingId}
      onCancel={askBeforeEscape}
      onClose={noteClosed}
      onFocus={({ target }) => {
        lastFocused.current = target;
      }}
      onPointerDown={notePress}
      onClick={closeFromOutside}
    >
      <div className={styles.frame}>
        <div className={styles.head}>
          <h2 id={headingId}>{heading}</h2>
          {noScriptClose ?? (
            <button type="button" className={styles.close} onClick={close}>
              <Icon name="close" title="Close" />
            </button>
          )}
        </div>
        {children}
      </div>
    </dialog>
  );
}

function show(dialog: HTMLDialogElement, focused: HTMLElement | null): void {
  dialog.showModal();
  if (dialog.contains(focused)) focused?.focus();
}
