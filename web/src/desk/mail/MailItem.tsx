// One mail: to whom, what happened, and what can be done about it. Its text can be read only where mails are files.
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import { Dialog } from "../../ui/dialog/Dialog";
import * as api from "../api";
import { Confirm } from "../parts/Confirm";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
import { useAct } from "../parts/use-act";
import { useMe } from "../session";
import { sayMoment } from "../times";
import type { Mail } from "../types";

export function MailItem({
  mail,
  onChanged,
}: {
  mail: Mail;
  onChanged: () => Promise<void>;
}): ReactNode {
  const { act, busy, report, setReport } = useAct();
  const readable = useMe().mailTransport === "file" && mail.state === "sent";
  const [dropping, setDropping] = useState(false);
  const [message, setMessage] = useState<string | null>(null);
  const unsent = mail.state === "parked" || mail.state === "refused";

  async function run(...step: Parameters<typeof act>): Promise<void> {
    if (busy) return;
    const outcome = await act(...step);
    setDropping(false);
    if (outcome.ok) await onChanged();
  }

  async function read() {
    if (busy) return;
    const outcome = await act(() => api.mailMessage(mail.id), "");
    if (!outcome.ok) return;
    setReport(null);
    setMessage(outcome.value);
  }

  return (
    <div className={styles.item}>
      <div>
        <p className={styles.name}>{mail.to}</p>
        <p>{history(mail)}</p>
        {mail.reason && <p>Reason: {mail.reason}</p>}
      </div>
      <div className={styles.row}>
        {mail.state !== "sent" && (
          <Button
            weight="quiet"
            busy={busy}
            onClick={() => void run(() => api.retryMail(mail.id), "It will be tried at once.")}
          >
            Try now
          </Button>
        )}
        {(unsent || mail.state === "queued") && (
          <Button weight="quiet" onClick={() => setDropping(true)}>
            Drop
          </Button>
        )}
        {readable && (
          <Button weight="quiet" busy={busy} onClick={read}>
            Read
          </Button>
        )}
      </div>
      <ReportNotice report={report} />
      <Confirm
        heading="Drop this mail?"
        action="Drop it"
        open={dropping}
        busy={busy}
        onClose={() => setDropping(false)}
        onConfirm={() => void run(() => api.dropMail(mail.id), "Dropped.")}
      >
        <p>It will never be sent. The code stays good; it can be sent again under People.</p>
      </Confirm>
      <Dialog heading="The message" open={message !== null} onClose={() => setMessage(null)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className={styles.message} tabIndex={0}>
          {message}
        </pre>
      </Dialog>
    </div>
  );
}

function history({ state, queuedAt, attempts, nextAt, settledAt }: Mail): string {
  const now = Date.now();
  const tries = attempts === 1 ? "One try" : `${attempts} tries`;
  const since = `Written ${sayMoment(queuedAt, now)}. ${tries}`;
  switch (state) {
    case "queued":
      return nextAt ? `${since}; the next ${sayMoment(nextAt, now)}.` : `${since}.`;
    case "sent":
      return `Sent ${sayMoment(settledAt ?? queuedAt, now)}.`;
    case "refused":
    case "parked":
      return settledAt ? `${since}; the last ${sayMoment(settledAt, now)}.` : `${since}.`;
  }
}
