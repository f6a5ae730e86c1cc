// Who did what, and when: the latest hundred entries, newest first. Nothing here can be changed.
import type { ReactNode } from "react";
import * as api from "../api";
import { Pending } from "../parts/Pending";
import styles from "../parts/parts.module.css";
import { sayMoment } from "../times";
import { useLoaded } from "../use-loaded";
import { sayAction } from "./actions";

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
                <li key={`${entry.at} ${entry.actor} ${entry.action} ${entry.subject}`}>
                  <p>
                    <strong className={styles.name}>{entry.actor}</strong> {sayAction(entry.action)}{" "}
                    {entry.subject && <span className={styles.name}>{entry.subject}</span>}
                  </p>
                  <p className={styles.quiet}>{sayMoment(entry.at, Date.now())}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Pending>
    </>
  );
}
