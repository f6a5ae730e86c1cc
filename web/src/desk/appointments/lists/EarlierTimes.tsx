// Patients who want an earlier time, and patients without a visit because all times were taken. A time that has become free is offered to
// one of them: staff send the text or call, and press what the patient answers. Nothing is held meanwhile.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DeskMoveRequest } from "../../../generated/DeskMoveRequest";
import type { EarlierAnswer } from "../../../generated/EarlierAnswer";
import type { EarlierTime } from "../../../generated/EarlierTime";
import type { SlotOffer } from "../../../generated/SlotOffer";
import { randomKey } from "../../../lib/random-key";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { earlierTimesQuery, queryKeys } from "../../api/queries";
import { formatClock, formatTime, formatWeekday } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { patientName } from "../../components/patient-name";
import { RowList } from "../../components/RowList";
import { useAction } from "../../components/use-action";
import { usePressPause } from "../../components/use-press-pause";
import { useRowFocus } from "../../components/use-row-focus";
import { type Contact, ContactLinks } from "../../reminders/ContactLinks";
import { AllTheSame } from "../fields/AllTheSame";
import { NearestTimes } from "../fields/NearestTimes";
import { toldResult } from "../fields/NoEmail";
import { describeWish } from "../visit/describe-wish";

type Undo = { readonly pressed: string; readonly request: () => Promise<unknown> };

/** As their buttons are called. */
const ANSWERS: Record<EarlierAnswer, string> = {
  no: "“No, not on this day”",
  "not-reached": "“Not reached”",
  "no-longer": "“No longer”",
};

const TOLD_BY_PHONE =
  "No email reaches the patient: if you have told them, press “Told” in the list “To tell” under Reminders.";
const SUCCESS: Record<EarlierAnswer, string> = {
  no: "Stored. The patient is not offered times of this day any more; the time is offered to the next one.",
  "not-reached":
    "Stored. The time is offered to the next patient. This one comes after the others today.",
  "no-longer": "The patient is not in the list any more.",
};

export function EarlierTimes({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const query = useQuery(earlierTimesQuery);
  const { data } = query;
  // Here and not in the row, which is gone when the result is announced.
  const { run, busy, result } = useAction();
  const [pressed, setPressed] = useState<EarlierTime | null>(null);
  /** Takes the last press back, and what was pressed. */
  const [undo, setUndo] = useState<Undo | null>(null);
  /** The place that was refused, for the question whether to use it all the same. */
  const [given, setGiven] = useState<DeskMoveRequest | null>(null);
  // A second press on the same time is the same visit, until the first one was answered: a visit that was cancelled since can
  // be added again.
  const [key, setKey] = useState(randomKey);
  const section = useRowFocus();
  const isPaused = usePressPause(
    data?.patients.map(({ id, offer }) => `${id} ${offer?.date} ${offer?.time}`).join() ?? null,
  );
  if (!data) return query.isError && <LoadState query={query}>{() => null}</LoadState>;
  const { patients, total } = data;
  // While an undo is sent there is no result, and its button keeps the focus.
  if (total === 0 && result === null && !busy) return null;

  const invalidates = [queryKeys.appointments];
  const begin = (patient: EarlierTime) => {
    setPressed(patient);
    setUndo(null);
  };
  const give = (patient: EarlierTime, to: DeskMoveRequest) => {
    begin(patient);
    setGiven(to);
    const { appointment } = patient;
    run({
      request: () =>
        appointment
          ? api.moveAppointment(appointment, to)
          : api.bookEarlierTime(patient.id, to, key),
      invalidates,
      onSuccess: (visit) => {
        setKey(randomKey());
        setUndo(appointment && { pressed: "the move", request: () => api.undoAppointment(visit) });
      },
      success: (visit) => {
        const { reference, hasEmail, toldBy } = visit;
        if (!appointment) {
          const told = hasEmail
            ? "The patient gets an email, unless the clinic is closed then."
            : "";
          const message = `${reference} was added on ${formatSlot(to)}. ${told}`.trim();
          return { tone: "success", message };
        }
        const moved = `${reference} was moved to ${formatSlot(to)}.`;
        return toldBy === "staff"
          ? { tone: "success", message: `${moved} ${TOLD_BY_PHONE}` }
          : toldResult(moved, visit);
      },
    });
  };
  const answer = (patient: EarlierTime, given: EarlierAnswer, date: string) => {
    begin(patient);
    run({
      request: () => api.answerEarlierTime(patient.id, given, date),
      invalidates,
      onSuccess: () =>
        setUndo({
          pressed: ANSWERS[given],
          request: () => api.undoEarlierAnswer(patient.id, given, date),
        }),
      success: SUCCESS[given],
    });
  };
  const takeBack = (request: () => Promise<unknown>) =>
    run({ request, invalidates, onSuccess: () => setUndo(null), success: "Undone." });
  const last = (result || undo) && (
    <div className={desk.section}>
      <ActionNotice result={result} />
      {undo && pressed && (
        <div className={desk.row}>
          <Button weight="quiet" busy={busy} onClick={() => takeBack(undo.request)}>
            Undo {undo.pressed}
            <span className="visually-hidden"> for {labelOf(pressed)}</span>
          </Button>
        </div>
      )}
      {pressed && given && (
        <AllTheSame
          result={result}
          busy={busy}
          onConfirm={(known) => give(pressed, { ...given, ...known })}
        />
      )}
      {pressed && (
        <NearestTimes result={result} busy={busy} onChoose={(slot) => give(pressed, slot)} />
      )}
    </div>
  );
  return (
    <section ref={section} className={desk.section} aria-labelledby="earlier-times">
      <h2 id="earlier-times" tabIndex={-1}>
        Earlier times ({total})
      </h2>
      <p>
        These patients want an earlier time. A time that has become free is offered to one of them
        after the other. It is not held: whoever takes it first has it.
      </p>
      {total > patients.length && (
        <p>
          {patients.length} of {total} patients are shown.
        </p>
      )}
      <RowList
        rows={patients}
        idOf={({ id }) => id}
        pressed={pressed?.id ?? null}
        result={last}
        none={null}
        isFoldedOnPhones
      >
        {(patient) => (
          <Row
            // What is shown about an earlier time of the visit is not true any more.
            key={`${patient.id} ${patient.appointment?.date} ${patient.appointment?.time}`}
            patient={patient}
            busy={busy || isPaused}
            onYes={(to) => !isPaused && give(patient, to)}
            onAnswer={(given, date) => !isPaused && answer(patient, given, date)}
            onOpen={onOpen}
          />
        )}
      </RowList>
    </section>
  );
}

const formatSlot = ({ date, time }: SlotOffer) => `${formatWeekday(date)}, ${formatClock(time)}`;
const labelOf = ({ appointment, name, maskedName }: EarlierTime) =>
  appointment?.reference ?? name ?? maskedName;

interface RowProps {
  patient: EarlierTime;
  /** While another change is sent. */
  busy: boolean;
  onYes: (to: SlotOffer) => void;
  onAnswer: (answer: EarlierAnswer, date: string) => void;
  onOpen: (id: string) => void;
}

function Row({ patient, busy: isChanging, onYes, onAnswer, onOpen }: RowProps): ReactNode {
  const { id, appointment, title, name, maskedName, maskedPhone, wish, until, triedAt } = patient;
  const { run, busy, result } = useAction();
  // The time that the patient is asked about stays, also when an earlier one becomes free during the call.
  const [asked, setAsked] = useState<{ offer: SlotOffer; contact: Contact; note: string } | null>(
    null,
  );
  const offer = asked?.offer ?? patient.offer;
  const label = <span className="visually-hidden"> {labelOf(patient)}</span>;
  const show = (time: SlotOffer) =>
    run({
      request: () => api.openEarlierTime(id, time),
      onSuccess: ({ note, phone, message, ...names }) =>
        setAsked({ offer: time, contact: { name: patientName(names), phone, message }, note }),
      success: `The number of ${labelOf(patient)} is shown.`,
    });
  const answer = (given: EarlierAnswer, date: string) => () => {
    setAsked(null);
    onAnswer(given, date);
  };
  const wished = describeWish(wish);
  const names = { name, maskedName, broughtBy: patient.broughtBy };
  return (
    <li className={desk.section}>
      <div>
        <strong>{asked?.contact.name ?? patientName(names)}</strong> · {title} ·{" "}
        {asked ? null : `${maskedPhone} · `}
        {appointment ? (
          <>
            has {formatSlot(appointment)} ·{" "}
            <span className={desk.code}>{appointment.reference}</span>
          </>
        ) : (
          <>no visit{until && `, can come until ${formatWeekday(until)}`}</>
        )}
        {wished && <div>Can come {wished}</div>}
        {asked?.note && <div>Note: {asked.note}</div>}
        {triedAt && <div>Not reached today at {formatTime(triedAt)}</div>}
        {offer && (
          <div>
            <strong>Free: {formatSlot(offer)}</strong>
          </div>
        )}
      </div>
      <div className={desk.row}>
        {asked && <ContactLinks contact={asked.contact} />}
        {asked && (
          <Button busy={isChanging} onClick={() => onYes(asked.offer)}>
            {appointment ? "Yes: move to this time" : "Yes: add the visit"}
            {label}
          </Button>
        )}
        {offer &&
          (asked ? (
            <>
              <Button weight="quiet" busy={isChanging} onClick={answer("no", offer.date)}>
                No, not on this day{label}
              </Button>
              <Button weight="quiet" busy={isChanging} onClick={answer("not-reached", offer.date)}>
                Not reached{label}
              </Button>
            </>
          ) : (
            <Button busy={busy} onClick={() => show(offer)}>
              Offer this time<span className="visually-hidden"> to {labelOf(patient)}</span>
            </Button>
          ))}
        <Button
          weight="quiet"
          busy={isChanging}
          onClick={answer("no-longer", offer?.date ?? patient.addedAt.slice(0, 10))}
        >
          No longer{label}
        </Button>
        {appointment && (
          <Button weight="quiet" onClick={() => onOpen(id)}>
            Open{label}
          </Button>
        )}
      </div>
      <ActionNotice result={result} />
    </li>
  );
}
