// The audit log: the latest entries, newest first. Read-only.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuditEntry } from "../../generated/AuditEntry";
import { auditQuery } from "../api/queries";
import { formatMoment } from "../clinic-time";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { describeAuditEntry } from "./describe-audit-entry";

export function AuditScreen(): ReactNode {
  const query = useQuery(auditQuery);
  return (
    <>
      <h1 tabIndex={-1}>Audit log</h1>
      <LoadState query={query}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p role="status">No entries yet.</p>
          ) : (
            <ul className={styles.list}>
              {entries.map((entry) => (
                <Entry key={`${entry.at} ${entry.action} ${entry.subject}`} entry={entry} />
              ))}
            </ul>
          )
        }
      </LoadState>
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }): ReactNode {
  const { verb, object } = describeAuditEntry(entry);
  return (
    <li>
      <p>
        <strong className={styles.name}>{entry.actor}</strong> {verb}
        {object && (
          <>
            {" "}
            <span className={/^EYE\d+-/.test(object) ? styles.code : styles.name}>{object}</span>
          </>
        )}
      </p>
      <p className={styles.secondary}>{formatMoment(entry.at, Date.now())}</p>
    </li>
  );
}
