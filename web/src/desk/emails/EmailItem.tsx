// One email of the outbox: recipient, delivery history, and retry, discard or read.

import { type ReactNode, useState } from "react";
import type { OutboxMessage } from "../../generated/OutboxMessage";
import { Button } from "../../ui/button/Button";
import { EmailAddress } from "../../ui/email-address/EmailAddress";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { DeskDialog } from "../components/DeskDialog";
import desk from "../components/desk.module.css";
import { useAction } from "../components/use-action";
import styles from "./EmailItem.module.css";

/** The tag on a person shows the state of their email, so both lists change. */
const CHANGED = [queryKeys.emails, queryKeys.people];

interface EmailItemProps {
  email: OutboxMessage;
  /** Whether the server keeps messages after sending. */
  isStored: boolean;
}

export function EmailItem({ email, isStored }: EmailItemProps): ReactNode {
  const { run, busy, result } = useAction();
  const isReadable = isStored && email.state === "sent";
  // A replaced or expired email would tell something that is no longer true.
  const isUnsent = !["sent", "replaced", "expired"].includes(email.state);
  const [confirmsDiscard, setConfirmsDiscard] = useState(false);
  const [message, setMessage] = useState<string | null>(null);

  function retry() {
    run({
      request: () => api.retryEmail(email.id),
      invalidates: CHANGED,
      success: "Retrying now.",
    });
  }

  function discard() {
    run({
      request: () => api.discardEmail(email.id),
      invalidates: CHANGED,
      onSettled: () => setConfirmsDiscard(false),
      success: "The email has been discarded.",
    });
  }

  return (
    <div className={desk.listItem}>
      <div>
        <p className={desk.name}>
          <EmailAddress address={email.to} />
        </p>
        <p>{describeDelivery(email)}</p>
        {email.reason && <p>Reason: {email.reason}</p>}
      </div>
      <div className={desk.row}>
        {isUnsent && (
          <Button weight="quiet" busy={busy} onClick={retry}>
            Retry
          </Button>
        )}
        {isUnsent && (
          <Button weight="quiet" aria-haspopup="dialog" onClick={() => setConfirmsDiscard(true)}>
            Discard
          </Button>
        )}
        {isReadable && (
          <Button
            weight="quiet"
            busy={busy}
            onClick={() => run({ request: () => api.readEmail(email.id), onSuccess: setMessage })}
          >
            Read
          </Button>
        )}
      </div>
      <ActionNotice result={result} />
      <ConfirmDialog
        heading="Discard this email?"
        confirmLabel="Discard email"
        open={confirmsDiscard}
        busy={busy}
        onClose={() => setConfirmsDiscard(false)}
        onConfirm={discard}
      >
        <p>
          It will not be sent. The discount code stays valid. You can send it again under People.
        </p>
      </ConfirmDialog>
      <DeskDialog heading="Email" open={message !== null} onClose={() => setMessage(null)}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
        <pre className={styles.message} tabIndex={0}>
          {message}
        </pre>
      </DeskDialog>
    </div>
  );
}

function describeDelivery({ state, queuedAt, attempts, nextAt, settledAt }: OutboxMessage): string {
  const now = Date.now();
  if (state === "sent") return `Sent ${formatMoment(settledAt ?? queuedAt, now)}.`;
  const facts = [
    `Queued ${formatMoment(queuedAt, now)}.`,
    attempts === 1 ? "1 attempt." : `${attempts} attempts.`,
  ];
  if (state === "queued" && nextAt) facts.push(`Next attempt ${formatMoment(nextAt, now)}.`);
  if ((state === "rejected" || state === "failed") && settledAt)
    facts.push(`Last attempt ${formatMoment(settledAt, now)}.`);
  return facts.join(" ");
}
