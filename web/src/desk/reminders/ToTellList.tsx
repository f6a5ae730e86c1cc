// Patients to tell something by phone or message, because no email does: that we confirmed, moved or cancelled their visit, that their
// request has expired, or a reminder. Staff send the ready text with their own phone and mark it as told.
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PatientToTell } from "../../generated/PatientToTell";
import type { ToTell } from "../../generated/ToTell";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys, toldQuery, toTellQuery } from "../api/queries";
import { describeSlot, formatClock, formatWeekday } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
import { FoldedSection } from "../components/FoldedSection";
import { LoadState } from "../components/LoadState";
import { MoreButton } from "../components/MoreButton";
import { patientName } from "../components/patient-name";
import { RowList } from "../components/RowList";
import { useAction } from "../components/use-action";
import { idsOf, usePressPause } from "../components/use-press-pause";
import { useRowFocus } from "../components/use-row-focus";
import { type Contact, ContactLinks } from "./ContactLinks";

export function ToTellList(): ReactNode {
  const query = useInfiniteQuery(toTellQuery);
  // Here and not in the row, which is gone when the result is announced.
  const { run, busy, result } = useAction();
  const [pressed, setPressed] = useState<string | null>(null);
  const [told, setTold] = useState<PatientToTell | null>(null);
  const section = useRowFocus();
  const shown = query.data?.pages.flatMap((page) =>
    page.patients.map(({ appointment }) => appointment),
  );
  const isPaused = usePressPause(idsOf(shown));
  const invalidates = [queryKeys.appointments];
  const markTold = (patient: PatientToTell) => {
    setTold(null);
    setPressed(patient.appointment.id);
    run({
      request: () => api.markTold(patient),
      invalidates,
      onSuccess: () => setTold(patient),
      success: `The patient of ${patient.appointment.reference} was told.`,
    });
  };
  const undo = (patient: PatientToTell) =>
    run({
      request: () => api.undoTold(patient),
      invalidates,
      onSuccess: () => setTold(null),
      success: `The patient of ${patient.appointment.reference} is in the list again.`,
    });
  return (
    <section ref={section} className={desk.section} aria-labelledby="to-tell">
      <h2 id="to-tell" tabIndex={-1}>
        To tell
      </h2>
      <p>
        No email tells these patients: they gave no address, or our email did not reach them. Send
        the text or call, then press “Told”.
      </p>
      <LoadState query={query}>
        {({ pages }) => {
          const patients = withoutRepeats(pages.flatMap((page) => page.patients));
          const total = pages.at(-1)?.total ?? 0;
          return (
            <>
              {total > patients.length && (
                <p>
                  {patients.length} of {total} patients are shown.
                </p>
              )}
              <RowList
                rows={patients}
                idOf={({ appointment }) => appointment.id}
                pressed={pressed}
                result={
                  // While an undo is sent there is no result, and its button keeps the focus.
                  (result || told) && (
                    <div className={desk.section}>
                      <ActionNotice result={result} />
                      {told && (
                        <div className={desk.row}>
                          <Button weight="quiet" busy={busy} onClick={() => undo(told)}>
                            Undo “Told”
                            <span className="visually-hidden">
                              {" "}
                              of {told.appointment.reference}
                            </span>
                          </Button>
                        </div>
                      )}
                    </div>
                  )
                }
                none={<p>Nobody has to be told.</p>}
              >
                {(patient) => (
                  <Patient
                    // What is shown about an earlier change is not true any more.
                    key={`${patient.toTell} ${[patient.appointment, ...patient.others].map(({ id, date, time }) => `${id} ${date} ${time}`).join()}`}
                    patient={patient}
                    busy={busy || isPaused}
                    onTold={() => !isPaused && markTold(patient)}
                  />
                )}
              </RowList>
              <MoreButton query={query} />
            </>
          );
        }}
      </LoadState>
      <FoldedSection summary="Told in the last day">
        <ToldList busy={busy} onUndo={undo} />
      </FoldedSection>
    </section>
  );
}

/** A wrong press is often noticed later, when other patients were told since. */
function ToldList({ busy, onUndo }: { busy: boolean; onUndo: (patient: PatientToTell) => void }) {
  return (
    <LoadState query={useQuery(toldQuery)}>
      {(patients) =>
        patients.length === 0 ? (
          <p>Nobody was told.</p>
        ) : (
          <ul className={desk.list}>
            {patients.map((patient) => {
              const { appointment, toTell, others } = patient;
              const { id, date, time, title, reference } = appointment;
              return (
                <li key={id} className={desk.section}>
                  <p>
                    <strong>{WHAT[toTell]}:</strong> {formatWeekday(date)}, {formatClock(time)}
                    {others.length > 0 && `; ${others.map(describeSlot).join("; ")}`}
                    <br />
                    {title} · {patientName(appointment)} ·{" "}
                    <span className={desk.code}>{reference}</span>
                  </p>
                  <div className={desk.row}>
                    <Button weight="quiet" busy={busy} onClick={() => onUndo(patient)}>
                      Undo “Told”<span className="visually-hidden"> of {reference}</span>
                    </Button>
                  </div>
                </li>
              );
            })}
          </ul>
        )
      }
    </LoadState>
  );
}

/** When the list changes between two pages, a patient may be in both. */
function withoutRepeats(patients: readonly PatientToTell[]): PatientToTell[] {
  const seen = new Set<string>();
  return patients.filter(({ appointment: { id } }) => !seen.has(id) && seen.add(id));
}

export const WHAT: Record<ToTell, string> = {
  confirmed: "Confirmed",
  requested: "Not certain yet",
  moved: "Moved to this time",
  cancelled: "Cancelled",
  expired: "Request expired",
  closed: "Clinic closed then",
  reminder: "Reminder",
};
/** Of the visits that were missed, the list has those that were moved to an earlier time without the patient knowing. */
export const MISSED = "Was moved to this time, and the patient does not know";

interface PatientProps {
  patient: PatientToTell;
  /** While another change is sent. */
  busy: boolean;
  onTold: () => void;
}

function Patient({ patient, busy: isChanging, onTold }: PatientProps): ReactNode {
  const { appointment, toTell, emailFailed, others } = patient;
  const { id, date, time, title, state, maskedPhone, reference } = appointment;
  const { run, busy, result } = useAction();
  const [contact, setContact] = useState<Contact | null>(null);
  const show = () =>
    run({
      request: () => api.openAppointment(id),
      onSuccess: (opened) =>
        setContact({ name: patientName(opened), phone: opened.phone, message: opened.message }),
      success: `The number of ${reference} is shown.`,
    });
  return (
    <li className={desk.section}>
      <p>
        <strong>{state === "missed" ? MISSED : WHAT[toTell]}:</strong> {formatWeekday(date)},{" "}
        {formatClock(time)}
        <br />
        {title} · {contact?.name ?? patientName(appointment)} ·{" "}
        {contact ? null : `${maskedPhone} · `}
        <span className={desk.code}>{reference}</span>
        <br />
        {others.length > 0 && (
          <>
            With {others.length} more {others.length === 1 ? "visit" : "visits"}:{" "}
            {others.map(describeSlot).join("; ")}
            <br />
          </>
        )}
        {emailFailed ? "No email reached the patient." : "No email address."}
      </p>
      <div className={desk.row}>
        {contact ? (
          <ContactLinks contact={contact} />
        ) : (
          <Button busy={busy} onClick={show}>
            Show number and message<span className="visually-hidden"> for {reference}</span>
          </Button>
        )}
        <Button weight="quiet" busy={busy || isChanging} onClick={onTold}>
          Told<span className="visually-hidden"> {reference}</span>
        </Button>
      </div>
      {/* Who sees the number needs no word about it. */}
      <div className={result?.tone === "success" ? "visually-hidden" : undefined}>
        <ActionNotice result={result} />
      </div>
    </li>
  );
}
