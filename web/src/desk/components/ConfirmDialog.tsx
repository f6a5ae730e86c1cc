// Asks for confirmation before an action that cannot be undone. It is a form, so that Enter in a field confirms.

import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { DeskDialog } from "./DeskDialog";
import styles from "./desk.module.css";

interface ConfirmDialogProps {
  heading: string;
  confirmLabel: string;
  cancelLabel?: string;
  open: boolean;
  busy: boolean;
  /** Enter, pressed by habit, must not confirm: the focus is on "Cancel" first. */
  isCautious?: boolean;
  /** What is lost when it is closed in another way than with "Cancel", as for `useLoss`. */
  loss?: string | null;
  /** What `loss` names is on its way to the server. `busy` is also true while something else is. */
  isSending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  /** The button "Cancel" was pressed. Without it, that is the same as closing the dialog in another way. */
  onCancel?: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { heading, confirmLabel, cancelLabel = "Cancel", open, busy, onConfirm, onClose } = props;
  const { onCancel = onClose, isCautious = false, loss, isSending } = props;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onConfirm();
  }
  return (
    <DeskDialog heading={heading} open={open} loss={loss} isSending={isSending} onClose={onClose}>
      {/* The fields show their own errors. */}
      <form className={styles.section} onSubmit={submit} noValidate>
        {props.children}
        <div className={styles.row}>
          <Button type="submit" busy={busy}>
            {confirmLabel}
          </Button>
          <Button weight="quiet" data-first-focus={isCautious || undefined} onClick={onCancel}>
            {cancelLabel}
          </Button>
        </div>
      </form>
    </DeskDialog>
  );
}
