// An owner sends the emails that wait since a backup was restored.
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import styles from "../components/desk.module.css";
import { useAction } from "../components/use-action";

export function ReleaseMail(): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { run, busy, result } = useAction();
  const close = () => setIsOpen(false);

  function confirm() {
    run({ request: api.releaseMail, invalidates: [queryKeys.health], onSettled: close });
  }

  return (
    <>
      <ActionNotice result={result} />
      <div className={styles.row}>
        <Button weight="quiet" onClick={() => setIsOpen(true)}>
          Send emails again…
        </Button>
      </div>
      <ConfirmDialog
        heading="Send the emails that wait?"
        confirmLabel="Send them"
        open={isOpen}
        busy={busy}
        onConfirm={confirm}
        onClose={close}
      >
        <p>
          Patients get every email that waits, also those that they got before the backup was
          restored. If this is only a rehearsal, do not send them.
        </p>
      </ConfirmDialog>
    </>
  );
}
