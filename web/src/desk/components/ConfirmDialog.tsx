// Asks for confirmation before an action that cannot be undone.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Dialog } from "../../ui/dialog/Dialog";
import styles from "./desk.module.css";

interface ConfirmDialogProps {
  heading: string;
  confirmLabel: string;
  cancelLabel?: string;
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { heading, confirmLabel, cancelLabel = "Cancel", open, busy, onConfirm, onClose } = props;
  return (
    <Dialog heading={heading} open={open} onClose={onClose}>
      {props.children}
      <div className={styles.row}>
        <Button onClick={onConfirm} busy={busy}>
          {confirmLabel}
        </Button>
        <Button weight="quiet" onClick={onClose}>
          {cancelLabel}
        </Button>
      </div>
    </Dialog>
  );
}
