// Asks for confirmation before an action that cannot be undone. It is a form, so that Enter in a field confirms.

import type { FormEvent, ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { ActionNotice } from "./ActionNotice";
import { DeskDialog } from "./DeskDialog";
import styles from "./desk.module.css";
import { FieldErrors, useFieldErrors } from "./fields/field-errors";
import type { ActionResult } from "./use-action";

interface ConfirmDialogProps {
  heading: string;
  confirmLabel: string;
  /** Null where confirming only closes the dialog. */
  cancelLabel?: string | null;
  open: boolean;
  busy: boolean;
  /** Enter, pressed by habit, must not confirm: the focus is on "Cancel" first. */
  isCautious?: boolean;
  /** Its failure is shown in the dialog: at the field that it is about, or below them. */
  result?: ActionResult | null;
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
  const { form, errors, notice } = useFieldErrors(props.result ?? null);
  const { onCancel = onClose, isCautious = false, loss, isSending } = props;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!busy) onConfirm();
  }
  return (
    <DeskDialog heading={heading} open={open} loss={loss} isSending={isSending} onClose={onClose}>
      {/* The fields show their own errors. */}
      <form ref={form} className={styles.section} onSubmit={submit} noValidate>
        <FieldErrors value={errors}>{props.children}</FieldErrors>
        <ActionNotice result={notice?.tone === "alarm" ? notice : null} />
        <div className={styles.row}>
          <Button type="submit" busy={busy}>
            {confirmLabel}
          </Button>
          {cancelLabel !== null && (
            <Button weight="quiet" data-first-focus={isCautious || undefined} onClick={onCancel}>
              {cancelLabel}
            </Button>
          )}
        </div>
      </form>
    </DeskDialog>
  );
}
