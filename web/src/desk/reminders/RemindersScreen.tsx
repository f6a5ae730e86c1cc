// Patients to remind by phone today because they gave no email address, and patients who agreed to come back and are due.
// Staff send the ready text with their own phone and mark it as done.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { DueRecall } from "../../generated/DueRecall";
import type { ReadyMessage } from "../../generated/ReadyMessage";
import type { RecallOutcome } from "../../generated/RecallOutcome";
import { Button, ButtonLink } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys, recallsQuery, remindersQuery } from "../api/queries";
import { formatClock, formatDay, formatMoment, formatWeekday } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";

export function RemindersScreen(): ReactNode {
  const reminders = useQuery(remindersQuery);
  const recalls = useQuery(recallsQuery);
  return (
    <>
      <h1 tabIndex={-1}>Reminders</h1>
      <section className={desk.section} aria-labelledby="reminders">
        <h2 id="reminders">To remind today</h2>
        <p>These patients have an appointment soon and gave no email address.</p>
        <LoadState query={reminders}>
          {({ appointments }) =>
            appointments.length === 0 ? (
              <p>Nobody has to be reminded.</p>
            ) : (
              <ul className={desk.list}>
                {appointments.map((appointment) => (
                  <Reminder key={appointment.id} appointment={appointment} />
                ))}
              </ul>
            )
          }
        </LoadState>
      </section>
      <section className={desk.section} aria-labelledby="recalls">
        <h2 id="recalls">To ask to come back</h2>
        <p>These patients agreed to be asked. Patients with an email address get an email first.</p>
        <LoadState query={recalls}>
          {({ recalls: due }) =>
            due.length === 0 ? (
              <p>No recall is due.</p>
            ) : (
              <ul className={desk.list}>
                {due.map((recall) => (
                  <Recall key={recall.id} recall={recall} />
                ))}
              </ul>
            )
          }
        </LoadState>
      </section>
    </>
  );
}

/** What is shown after opening; each opening is recorded. */
type Contact = { readonly name: string; readonly phone: string; readonly message: ReadyMessage };

function Reminder({ appointment }: { appointment: DeskAppointment }): ReactNode {
  const { id, date, time, title, maskedName, maskedPhone, reference } = appointment;
  const { run, busy, result } = useAction();
  const [contact, setContact] = useState<Contact | null>(null);
  const show = () =>
    run({
      request: () => api.openAppointment(id),
      onSuccess: ({ name, phone, reminder }) => setContact({ name, phone, message: reminder }),
    });
  const markDone = () =>
    run({ request: () => api.markReminded(id), invalidates: [queryKeys.appointments] });
  return (
    <li className={desk.section}>
      <p>
        <strong>
          {formatWeekday(date)}, {formatClock(time)}
        </strong>
        <br />
        {title} · {contact?.name ?? maskedName} · {contact ? null : maskedPhone}{" "}
        <span className={desk.code}>{reference}</span>
      </p>
      <div className={desk.row}>
        {contact ? (
          <ContactLinks contact={contact} />
        ) : (
          <Button busy={busy} onClick={show}>
            Show number and message<span className="visually-hidden"> for {reference}</span>
          </Button>
        )}
        <Button weight="quiet" busy={busy} onClick={markDone}>
          Reminded<span className="visually-hidden"> {reference}</span>
        </Button>
      </div>
      <ActionNotice result={result} />
    </li>
  );
}

const OUTCOMES: readonly (readonly [RecallOutcome, string])[] = [
  ["booked", "Booked"],
  ["declined", "Declined"],
  ["no-answer", "No answer"],
];

function Recall({ recall }: { recall: DueRecall }): ReactNode {
  const { id, maskedName, maskedPhone, reason, due, askedAt } = recall;
  const { run, busy, result } = useAction();
  const [contact, setContact] = useState<Contact | null>(null);
  const invalidates = [queryKeys.recalls, queryKeys.appointments];
  const show = () =>
    run({
      request: () => api.openRecall(id),
      onSuccess: ({ name, phone, message }) => setContact({ name, phone, message }),
    });
  const hiddenName = <span className="visually-hidden">: {reason}</span>;
  return (
    <li className={desk.section}>
      <p>
        <strong>{contact?.name ?? maskedName}</strong> {contact ? null : maskedPhone}
        <br />
        {reason}, due on {formatDay(due)}.{" "}
        {askedAt && `Asked ${formatMoment(askedAt, Date.now())}.`}
      </p>
      <div className={desk.row}>
        {contact ? (
          <ContactLinks contact={contact} />
        ) : (
          <Button busy={busy} onClick={show}>
            Show number and message{hiddenName}
          </Button>
        )}
        {askedAt === null && (
          <Button
            weight="quiet"
            busy={busy}
            onClick={() => run({ request: () => api.markRecallAsked(id), invalidates })}
          >
            Asked{hiddenName}
          </Button>
        )}
        {OUTCOMES.map(([outcome, label]) => (
          <Button
            key={outcome}
            weight="quiet"
            busy={busy}
            onClick={() => run({ request: () => api.endRecall(id, outcome), invalidates })}
          >
            {label}
            {hiddenName}
          </Button>
        ))}
      </div>
      <ActionNotice result={result} />
    </li>
  );
}

function ContactLinks({ contact: { phone, message } }: { contact: Contact }): ReactNode {
  return (
    <>
      <ButtonLink href={message.whatsapp} icon="whatsapp">
        WhatsApp
      </ButtonLink>
      <ButtonLink href={message.sms} icon="mail">
        SMS
      </ButtonLink>
      <ButtonLink href={`tel:${phone}`} icon="phone" weight="quiet">
        {phone}
      </ButtonLink>
    </>
  );
}
