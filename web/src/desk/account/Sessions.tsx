// Where the person is signed in, with a button to sign out there.
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { OwnSession } from "../../generated/OwnSession";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { sessionsQuery } from "../api/queries";
import { formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";

export function Sessions(): ReactNode {
  const query = useQuery(sessionsQuery);
  const { run, busy, result } = useAction();
  const signOut = (session: OwnSession) =>
    run({
      request: () => api.signOutSession(session.id),
      invalidates: [sessionsQuery.queryKey],
      success: `Signed out: ${nameOf(session)}.`,
    });
  return (
    <section className={styles.section} aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <LoadState query={query}>
        {(sessions) => (
          <ul className={styles.list}>
            {sessions.map((session) => (
              <li key={session.id}>
                <p>
                  <strong>{nameOf(session)}</strong>
                  {session.current && " (this browser)"}
                </p>
                <p className={styles.secondary}>
                  Signed in {formatMoment(session.signedInAt, Date.now())}, last used{" "}
                  {formatMoment(session.lastUsedAt, Date.now())}
                </p>
                {!session.current && (
                  <Button weight="quiet" busy={busy} onClick={() => signOut(session)}>
                    Sign out {nameOf(session)}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </LoadState>
      <ActionNotice result={result} />
    </section>
  );
}

/** Sessions from before the list existed have no name. */
const nameOf = ({ browser }: OwnSession) => browser || "Unknown browser";
