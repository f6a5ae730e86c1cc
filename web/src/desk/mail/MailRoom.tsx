// What became of every mail: waiting, sent, refused or parked, and why, in plain words; and a way to try the mail
// settings without waiting for a patient.
import { type ReactNode, useCallback, useState } from "react";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api";
import { Pending } from "../parts/Pending";
import styles from "../parts/parts.module.css";
import type { MailState } from "../types";
import { useLoaded } from "../use-loaded";
import { MailItem } from "./MailItem";
import { TestMail } from "./TestMail";

const states = [
  { value: "parked", label: "Parked" },
  { value: "queued", label: "Waiting" },
  { value: "refused", label: "Refused" },
  { value: "sent", label: "Sent" },
] as const;

const meaning: Record<MailState, string> = {
  parked: "Tried for three days without success. They wait for you.",
  queued: "On their way. A mail that fails is tried again by itself.",
  refused: "The mail server said no for good, mostly because the address does not exist.",
  sent: "Taken by the mail server.",
};

export function MailScreen(): ReactNode {
  const [state, setState] = useState<MailState>("parked");
  const { loaded, reload } = useLoaded(useCallback(() => api.mail(state), [state]));
  return (
    <>
      <h1 tabIndex={-1}>Mail room</h1>
      <section className={styles.section} aria-labelledby="mails">
        <h2 id="mails">Mails</h2>
        <div className={styles.choice}>
          <SegmentedControl legend="Show" options={states} value={state} onChange={setState} />
        </div>
        <p>{meaning[state]}</p>
        <Pending loaded={loaded} reload={reload}>
          {({ mail }) =>
            mail.length === 0 ? (
              <p role="status">None.</p>
            ) : (
              <ul className={styles.list}>
                {mail.map((one) => (
                  <li key={one.id}>
                    <MailItem mail={one} onChanged={reload} />
                  </li>
                ))}
              </ul>
            )
          }
        </Pending>
      </section>
      <TestMail />
    </>
  );
}
