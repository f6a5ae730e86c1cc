// Patients to remind by phone today because no email reaches them, and patients who agreed to come back. Staff send the ready
// text with their own phone and mark it as done.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys, remindersQuery } from "../api/queries";
import { formatClock, formatWeekday } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";
import { useRowFocus } from "../components/use-row-focus";
import { type Contact, ContactLinks } from "./ContactLinks";
import { RecallLists } from "./RecallLists";

export function RemindersScreen(): ReactNode {
  const reminders = useQuery(remindersQuery);
  // Here and not in the row, which is gone when the result is announced.
  const { run, busy, result } = useAction();
  const section = useRowFocus();
  const markReminded = (appointment: DeskAppointment) =>
    run({
      request: () => api.markReminded(appointment),
      invalidates: [queryKeys.appointments],
      success: `The patient of ${appointment.reference} was reminded.`,
    });
  return (
    <>
      <h1 tabIndex={-1}>Reminders</h1>
      <section ref={section} className={desk.section} aria-labelledby="reminders">
        <h2 id="reminders" tabIndex={-1}>
          To remind today
        </h2>
        <p>
          These patients have an appointment soon. They gave no email address, or our email did not
          reach them.
        </p>
        <LoadState query={reminders}>
          {({ appointments }) =>
            appointments.length === 0 ? (
              <p>Nobody has to be reminded.</p>
            ) : (
              <ul className={desk.list}>
                {appointments.map((appointment) => (
                  <Reminder
                    key={appointment.id}
                    appointment={appointment}
                    busy={busy}
                    onReminded={() => markReminded(appointment)}
                  />
                ))}
              </ul>
            )
          }
        </LoadState>
        <ActionNotice result={result} />
      </section>
      <RecallLists />
    </>
  );
}

interface ReminderProps {
  appointment: DeskAppointment;
  /** While another change is sent. */
  busy: boolean;
  onReminded: () => void;
}

function Reminder({ appointment, busy: isChanging, onReminded }: ReminderProps): ReactNode {
  const { id, date, time, title, name, maskedName, maskedPhone, reference } = appointment;
  const { run, busy, result } = useAction();
  const [contact, setContact] = useState<Contact | null>(null);
  const show = () =>
    run({
      request: () => api.openAppointment(id),
      onSuccess: ({ name, phone, reminder }) => setContact({ name, phone, message: reminder }),
      success: `The number of ${reference} is shown.`,
    });
  return (
    <li className={desk.section}>
      <p>
        <strong>
          {formatWeekday(date)}, {formatClock(time)}
        </strong>
        <br />
        {title} · {contact?.name ?? name ?? maskedName} · {contact ? null : maskedPhone}{" "}
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
        <Button weight="quiet" busy={busy || isChanging} onClick={onReminded}>
          Reminded<span className="visually-hidden"> {reference}</span>
        </Button>
      </div>
      <ActionNotice result={result} />
    </li>
  );
}
