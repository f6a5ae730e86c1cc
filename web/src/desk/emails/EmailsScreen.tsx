// The outbox: emails by delivery state, and a form to test the email settings.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { EmailState } from "../../generated/EmailState";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import { emailsQuery } from "../api/queries";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { useMe } from "../sign-in/SessionProvider";
import { EmailItem } from "./EmailItem";
import { TestEmail } from "./TestEmail";

const states = [
  { value: "failed", label: "Failed" },
  { value: "queued", label: "Queued" },
  { value: "rejected", label: "Rejected" },
  { value: "replaced", label: "Replaced" },
  { value: "expired", label: "Expired" },
  { value: "sent", label: "Sent" },
] as const;

const explanations: Record<EmailState, string> = {
  failed: "Not delivered after 3 days. Retry or discard.",
  queued: "Waiting to be sent. If sending fails, it is retried automatically.",
  rejected: "Rejected by the mail server, usually because the address does not exist.",
  replaced: "Not sent, because a newer email took its place or nobody needs it any more.",
  expired: "Not sent, because it could not be delivered in time. Staff call these patients.",
  sent: "Accepted by the mail server.",
};

export function EmailsScreen(): ReactNode {
  const [state, setState] = useState<EmailState>("failed");
  const query = useQuery(emailsQuery(state));
  // The other transports hand the message over and keep no copy.
  const isStored = useMe().mailTransport === "file";
  return (
    <>
      <h1 tabIndex={-1}>Emails</h1>
      <section className={styles.section} aria-labelledby="delivery">
        <h2 id="delivery">Delivery</h2>
        <div className={styles.segmented}>
          <SegmentedControl legend="Show" options={states} value={state} onChange={setState} />
        </div>
        <p>{explanations[state]}</p>
        <LoadState query={query}>
          {({ mail: emails }) =>
            emails.length === 0 ? (
              <p role="status">No emails.</p>
            ) : (
              <ul className={styles.list}>
                {emails.map((email) => (
                  <li key={email.id}>
                    <EmailItem email={email} isStored={isStored} />
                  </li>
                ))}
              </ul>
            )
          }
        </LoadState>
      </section>
      <TestEmail />
    </>
  );
}
