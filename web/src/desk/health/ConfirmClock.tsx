// An owner says that the server's clock is right, after comparing it with the clock of the device.
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { formatDayAndTime } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import styles from "../components/desk.module.css";
import { useAction } from "../components/use-action";

export function ConfirmClock({ now }: { now: string }): ReactNode {
  const [isOpen, setIsOpen] = useState(false);
  const { run, busy, result } = useAction();
  const close = () => setIsOpen(false);

  function confirm() {
    run({
      request: () => api.confirmClock({ now }),
      invalidates: [queryKeys.health],
      onSettled: close,
    });
  }

  return (
    <>
      <ActionNotice result={result} />
      <div className={styles.row}>
        <Button weight="quiet" onClick={() => setIsOpen(true)}>
          The clock is right…
        </Button>
      </div>
      <ConfirmDialog
        heading="Is the server's clock right?"
        confirmLabel="It is right"
        open={isOpen}
        busy={busy}
        onConfirm={confirm}
        onClose={close}
      >
        <dl>
          <dt>The server's clock</dt>
          <dd>{formatDayAndTime(now)}</dd>
          <dt>Your device's clock</dt>
          <dd>{formatDayAndTime(new Date().toISOString())}</dd>
        </dl>
        <p>
          Both are shown in Nigerian time. When you confirm, the server deletes what is too old by
          its clock and sends the reminders that are due. Data that a wrong clock deletes is lost.
        </p>
      </ConfirmDialog>
    </>
  );
}
