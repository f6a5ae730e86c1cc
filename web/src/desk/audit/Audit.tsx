// Who did what, and when: the latest hundred entries, newest first. Nothing here can be changed.
import type { ReactNode } from "react";
import * as api from "../api";
import { Pending } from "../parts/Pending";
import styles from "../parts/parts.module.css";
import { sayMoment } from "../times";
import type { AuditEntry } from "../types";
import { useLoaded } from "../use-loaded";
import { sayDeed } from "./actions";

export function AuditScreen(): ReactNode {
  const { loaded, reload } = useLoaded(api.audit);
  return (
    <>
      <h1 tabIndex={-1}>Audit</h1>
      <Pending loaded={loaded} reload={reload}>
        {({ entries }) =>
          entries.length === 0 ? (
            <p role="status">Nothing has been done yet.</p>
          ) : (
            <ul className={styles.list}>
              {entries.map((entry) => (
                <Entry key={`${entry.at} ${entry.action} ${entry.subject}`} entry={entry} />
              ))}
            </ul>
          )
        }
      </Pending>
    </>
  );
}

function Entry({ entry }: { entry: AuditEntry }): ReactNode {
  const { verb, object } = sayDeed(entry);
  return (
    <li>
      <p>
        <strong className={styles.name}>{entry.actor}</strong> {verb}
        {object && (
          <>
            {" "}
            <span className={object.startsWith("EYE5-") ? styles.code : styles.name}>{object}</span>
          </>
        )}
      </p>
      <p className={styles.quiet}>{sayMoment(entry.at, Date.now())}</p>
    </li>
  );
}
