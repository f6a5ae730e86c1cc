// The audit log, newest first and page by page. Read-only.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { AuditEntry } from "../../generated/AuditEntry";
import type { DocumentSummary } from "../../generated/DocumentSummary";
import { auditQuery, contentQuery } from "../api/queries";
import { formatMoment } from "../clinic-time";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { MoreButton } from "../components/MoreButton";
import { withTitles } from "../content/document-parts";
import { describeAuditEntry } from "./describe-audit-entry";

export function AuditScreen(): ReactNode {
  const query = useInfiniteQuery(auditQuery);
  const { data: content } = useQuery(contentQuery);
  return (
    <>
      <h1 tabIndex={-1}>Audit log</h1>
      <LoadState query={query}>
        {({ pages }) =>
          pages[0]?.entries.length === 0 ? (
            <p role="status">No entries yet.</p>
          ) : (
            <div className={styles.section}>
              <ul className={styles.list}>
                {pages.flatMap(({ entries }) =>
                  entries.map((entry) => (
                    <Entry key={entry.id} entry={entry} documents={content?.documents ?? []} />
                  )),
                )}
              </ul>
              <MoreButton query={query} />
            </div>
          )
        }
      </LoadState>
    </>
  );
}

interface EntryProps {
  entry: AuditEntry;
  documents: readonly DocumentSummary[];
}

function Entry({ entry, documents }: EntryProps): ReactNode {
  const { verb, object: subject, rest } = describeAuditEntry(entry);
  const object = subject && withTitles(subject, documents);
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
        {rest && ` ${rest}`}
        {entry.times > 1 && `, ${entry.times} times`}
      </p>
      <p className={styles.secondary}>{formatMoment(entry.at, Date.now())}</p>
    </li>
  );
}
