// Asks once more before something that cannot be taken back, in words that say what will happen.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Dialog } from "../../ui/dialog/Dialog";
import styles from "./parts.module.css";

interface ConfirmProps {
  heading: string;
  /** The words on the button that does it. */
  action: string;
  open: boolean;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function Confirm(props: ConfirmProps): ReactNode {
  const { heading, action, open, busy, onConfirm, onClose, children } = props;
  return (
    <Dialog heading={heading} open={open} onClose={onClose}>
      {children}
      <div className={styles.row}>
        <Button onClick={onConfirm} busy={busy}>
          {action}
        </Button>
        <Button weight="quiet" onClick={onClose}>
          Leave it
        </Button>
      </div>
    </Dialog>
  );
}
