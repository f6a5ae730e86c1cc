// Visits at times at which the clinic is closed, after a closure or shorter hours were published: move, cancel or tell, one by one or all
// of a day, or decide that the visit takes place. And visits whose chair is gone or does not take them any more: they get another chair, are
// moved or cancelled, or stay where they are.
// Nothing when there is none.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ClosedDay } from "../../../generated/ClosedDay";
import type { ClosedVisit } from "../../../generated/ClosedVisit";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { PatientToTell } from "../../../generated/PatientToTell";
import type { SlotOffer } from "../../../generated/SlotOffer";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { closedVisitsQuery, queryKeys } from "../../api/queries";
import { formatClock, formatWeekday } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import { ConfirmDialog } from "../../components/ConfirmDialog";
import desk from "../../components/desk.module.css";
import { FormField } from "../../components/fields/field-errors";
import { LoadState } from "../../components/LoadState";
import { patientName } from "../../components/patient-name";
import { type ActionResult, useAction } from "../../components/use-action";
import { idsOf, usePressPause } from "../../components/use-press-pause";
import { useRowFocus } from "../../components/use-row-focus";
import { type Contact, ContactLinks } from "../../reminders/ContactLinks";
import { chairInSentence } from "../chair-name";
import { NearestTimes } from "../fields/NearestTimes";
import { describeTelling, NoEmail } from "../fields/NoEmail";
import { changeSeveral, type Outcome } from "../visit/change-several";
import { emailWaitsUntil, TIME_STAYS } from "../visit/visit-sentences";
import { describeAfter, describeBefore } from "./who-is-told";

/** What is asked before it is done. */
type Asked = {
  readonly kind: "cancel" | "tell";
  readonly visits: readonly DeskAppointment[];
  readonly day: ClosedDay;
  /** That the field begins with. */
  readonly reason: string;
};

/** A link leads here before the list has been loaded. Somebody who is elsewhere by now stays there. */
function arriveAt(heading: HTMLHeadingElement | null): void {
  const focused = document.activeElement;
  const isElsewhere = focused !== document.body && !focused?.matches("h1");
  if (heading === null || location.hash !== `#${heading.id}` || isElsewhere) return;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView();
}

type Undoable = {
  readonly visits: readonly DeskAppointment[];
  /** What is said after the undo of so many. */
  readonly undone: (count: number) => string;
};

const TIME_AGAIN = (count: number) =>
  `Undone: ${count === 1 ? "1 visit has its" : `${count} visits have their`} time again.`;

const TO_DECIDE = (count: number) =>
  `Undone: ${count === 1 ? "1 visit is" : `${count} visits are`} to be decided again.`;

export function ClosedVisits({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const query = useQuery(closedVisitsQuery);
  const { data } = query;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [reason, setReason] = useState("");
  /** What was pressed last, and can be undone. */
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const { run, busy, isSending, result } = useAction(asked);
  const section = useRowFocus();
  const results = useRef<HTMLDivElement>(null);
  const shown = data?.days.flatMap(({ visits }) => visits.map(({ appointment }) => appointment));
  const isPaused = usePressPause(idsOf(shown));
  if (!data) return query.isError && <LoadState query={query}>{() => null}</LoadState>;
  if (data.days.length === 0 && result === null && asked === null && !busy) return null;

  const change = (
    visits: readonly DeskAppointment[],
    request: (visit: DeskAppointment) => Promise<DeskAppointment>,
    message: (count: number, changed: readonly DeskAppointment[]) => string,
    undone: Undoable["undone"] | null,
  ) => {
    setUndoable(null);
    run({
      request: () => changeSeveral(visits, request),
      invalidates: [queryKeys.appointments],
      onSuccess: ({ changed }) => {
        // Not a question that was opened since. First: the dialog gives the focus to its button, which is gone with the visits.
        flushSync(() => setAsked((now) => (now === asked ? null : now)));
        if (asked !== null) results.current?.focus();
        if (undone) setUndoable({ visits: changed, undone });
      },
      success: (outcome) => resultOf(outcome, message),
    });
  };
  const move = (visit: DeskAppointment, to: SlotOffer) =>
    change(
      [visit],
      () => api.moveAppointment(visit, to),
      (_, [moved]) =>
        `${visit.reference} was moved to ${formatWeekday(to.date)}, ${formatClock(to.time)}. ${describeTelling(moved ?? visit)}`.trim(),
      TIME_AGAIN,
    );
  const moveChair = (visit: DeskAppointment) =>
    change(
      [visit],
      () => api.moveAppointment(visit, { date: visit.date, time: visit.time }),
      (_, [moved]) =>
        `${visit.reference} is in ${chairInSentence(data.columns, moved?.chair ?? 0)} now. ${TIME_STAYS}`,
      null,
    );
  const tell = (visits: readonly DeskAppointment[]) =>
    change(visits, api.tellClosed, (_, changed) => describeAfter(changed), TO_DECIDE);
  const keep = (visit: DeskAppointment) =>
    change(
      [visit],
      api.keepClosed,
      (_, [kept]) => `${visit.reference} takes place. ${describeTelling(kept ?? visit)}`.trim(),
      TO_DECIDE,
    );
  const keepChair = (visit: DeskAppointment) =>
    change(
      [visit],
      ({ date, time, chair }) =>
        api.moveAppointment(visit, { date, time, chair, allTheSame: true }),
      () =>
        `${visit.reference} stays in ${chairInSentence(data.columns, visit.chair)}. ${TIME_STAYS}`,
      null,
    );
  const cancel = (visits: readonly DeskAppointment[]) =>
    change(
      visits,
      (visit) => api.cancelAppointment(visit, reason),
      (count, cancelled) =>
        `${count === 1 ? "1 visit was" : `${count} visits were`} cancelled. ${describeAfter(cancelled)}`.trim(),
      TIME_AGAIN,
    );
  const undo = ({ visits, undone }: Undoable) => {
    change(
      visits,
      (visit) => api.undoAppointment(visit),
      (count, changed) => `${undone(count)} ${describeAfter(changed)}`.trim(),
      null,
    );
    // The button that was pressed is gone.
    results.current?.focus();
  };
  const ask = (kind: Asked["kind"], day: ClosedDay, visits: readonly DeskAppointment[]) => {
    const first = reasonOf(day);
    setReason(first);
    setAsked({ kind, day, visits, reason: first });
  };
  const confirm = ({ kind, visits }: Asked) => (kind === "cancel" ? cancel(visits) : tell(visits));

  return (
    <section ref={section} className={desk.section} aria-labelledby="closed-visits">
      <h2 id="closed-visits" tabIndex={-1} ref={arriveAt}>
        Visits that cannot take place as booked
      </h2>
      {data.days.some((day) => !day.isWithoutChair) && (
        <p>
          Patients have appointments when the clinic is closed. Move or cancel them, or tell the
          patients to choose another time. A visit that takes place all the same leaves the list.
        </p>
      )}
      {data.days.some((day) => day.isWithoutChair) && (
        <p>
          The clinic has other chairs than before, or they have other hours or services. Move these
          visits to another chair or another time, or cancel them. The patients have not been told.
        </p>
      )}
      {shown && data.total > shown.length && (
        <p>
          {shown.length} of {data.total} visits are shown.
        </p>
      )}
      {data.days.map((day) => {
        const visits = day.visits.map(({ appointment }) => appointment);
        const untold = day.visits.filter(({ isTold }) => !isTold).map((it) => it.appointment);
        const name = formatWeekday(day.date);
        const ofDay = day.isWithoutChair ? `${name} without a chair` : name;
        return (
          <section key={ofDay} className={desk.section} aria-label={ofDay}>
            <h3>{headingOf(name, day)}</h3>
            <ul className={desk.list}>
              {day.visits.map((visit) => (
                <Row
                  key={`${visit.appointment.id} ${visit.appointment.date} ${visit.appointment.time}`}
                  visit={visit}
                  isWithoutChair={day.isWithoutChair}
                  busy={busy || isPaused}
                  onMove={(to) => move(visit.appointment, to)}
                  onMoveChair={() => moveChair(visit.appointment)}
                  onCancel={() => ask("cancel", day, [visit.appointment])}
                  onTell={() => tell([visit.appointment])}
                  onUndoTell={() => undo({ visits: [visit.appointment], undone: TO_DECIDE })}
                  onKeep={() =>
                    day.isWithoutChair ? keepChair(visit.appointment) : keep(visit.appointment)
                  }
                  onOpen={() => onOpen(visit.appointment.id)}
                />
              ))}
            </ul>
            {visits.length > 1 && (
              <div className={desk.row}>
                <Button
                  weight="quiet"
                  aria-haspopup="dialog"
                  onClick={() => ask("cancel", day, visits)}
                >
                  Cancel all {visits.length} visits of {ofDay}
                </Button>
                {untold.length > 1 && !day.isWithoutChair && (
                  <Button
                    weight="quiet"
                    aria-haspopup="dialog"
                    onClick={() => ask("tell", day, untold)}
                  >
                    Tell all {untold.length} patients of {name}
                  </Button>
                )}
              </div>
            )}
          </section>
        );
      })}
      <div ref={results} tabIndex={-1} className={desk.section}>
        {asked === null && <ActionNotice result={result} />}
        {undoable && (
          <div className={desk.row}>
            <Button weight="quiet" busy={busy} onClick={() => undo(undoable)}>
              Undo
              <span className="visually-hidden">
                {" "}
                for {undoable.visits.map(({ reference }) => reference).join(", ")}
              </span>
            </Button>
          </div>
        )}
      </div>
      {asked && (
        <ConfirmDialog
          open
          heading={asked.kind === "cancel" ? "Cancel these visits?" : "Tell these patients?"}
          confirmLabel={
            asked.kind === "cancel"
              ? `Cancel ${asked.visits.length === 1 ? "the visit" : `${asked.visits.length} visits`}`
              : `Tell ${asked.visits.length} patients`
          }
          cancelLabel="Go back"
          busy={busy}
          loss={reason === asked.reason ? null : "The visits are not cancelled"}
          isSending={isSending}
          result={result}
          onConfirm={() => confirm(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            {formatWeekday(asked.day.date)}:{" "}
            {asked.visits
              .map(({ time, reference }) => `${formatClock(time)} ${reference}`)
              .join(", ")}
          </p>
          <p>{describeBefore(asked.visits)}</p>
          {asked.kind === "cancel" && (
            <FormField
              name="reason"
              label="Reason"
              hint="The patients read it. No medical details."
              required
              maxLength={200}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </ConfirmDialog>
      )}
    </section>
  );
}

function headingOf(name: string, { isWithoutChair, closure }: ClosedDay): string {
  if (isWithoutChair) return `${name}: other chairs`;
  return closure ? `${name}: ${closure}` : name;
}

/** What patients read, unless it is changed. */
function reasonOf({ isWithoutChair, closure }: ClosedDay): string {
  if (isWithoutChair) return "We can see fewer patients at this time";
  return closure ? `The clinic is closed: ${closure}` : "The clinic is closed then";
}

function resultOf(
  { changed, failed }: Outcome<DeskAppointment>,
  message: (count: number, changed: readonly DeskAppointment[]) => string,
): ActionResult {
  const done = message(changed.length, changed);
  const waits = { emailWaitsUntil: emailWaitsUntil(changed) };
  if (failed === 0) return { tone: "success", message: done, ...waits };
  return {
    tone: "alarm",
    ...waits,
    message: `${done} ${failed} of the visits could not be changed. They are still in the list: please look at them.`,
  };
}

interface RowProps {
  visit: ClosedVisit;
  /** The clinic is open, and only the chair of the visit cannot take it. */
  isWithoutChair: boolean;
  /** While a change is sent. */
  busy: boolean;
  onMove: (to: SlotOffer) => void;
  onMoveChair: () => void;
  onCancel: () => void;
  onTell: () => void;
  onUndoTell: () => void;
  onKeep: () => void;
  onOpen: () => void;
}

function Row({ visit, isWithoutChair, busy: isChanging, ...actions }: RowProps): ReactNode {
  const { appointment, isTold, undo } = visit;
  const { hasFreeChair, chairError, canKeepChair } = visit;
  const { id, time, title, maskedPhone, reference, hasEmail } = appointment;
  const { run, busy, result } = useAction();
  const [free, setFree] = useState<readonly SlotOffer[] | null>(null);
  const [contact, setContact] = useState<Contact | null>(null);
  const label = <span className="visually-hidden"> {reference}</span>;
  const findTimes = () =>
    run({
      request: () => api.listFreeTimes(id),
      onSuccess: ({ nearest }) => setFree(nearest),
      success: ({ nearest }) =>
        nearest.length > 0
          ? { tone: "success", message: `Free times for ${reference} are shown.` }
          : { tone: "alarm", message: "No time close to it is free. Open the visit to move it." },
    });
  const show = () =>
    run({
      request: () => api.openAppointment(id),
      onSuccess: (opened) =>
        setContact({ name: patientName(opened), phone: opened.phone, message: opened.message }),
      success: `The number of ${reference} is shown.`,
    });
  const toldClosed: PatientToTell = {
    appointment,
    toTell: "closed",
    emailFailed: false,
    others: [],
  };
  const markTold = () =>
    run({
      request: () => api.markTold(toldClosed),
      invalidates: [queryKeys.appointments],
      success: `The patient of ${reference} was told.`,
    });
  const undoTold = () =>
    run({
      request: () => api.undoTold(toldClosed),
      invalidates: [queryKeys.appointments],
      success: `Undone: the patient of ${reference} was not told.`,
    });
  const press = (action: () => void) => () => !isChanging && action();
  return (
    <li className={desk.section}>
      <div>
        <strong>{formatClock(time)}</strong> {title} · {contact?.name ?? patientName(appointment)} ·{" "}
        {contact ? null : `${maskedPhone} · `}
        <span className={desk.code}>{reference}</span>
        <NoEmail appointment={appointment} />
        {chairError && <div>{chairError}</div>}
        {isTold && !isWithoutChair && <div>Told that the clinic is closed.</div>}
      </div>
      <div className={desk.row}>
        {hasFreeChair && (
          <Button busy={isChanging} onClick={press(actions.onMoveChair)}>
            Move to another chair{label}
          </Button>
        )}
        <Button weight={hasFreeChair ? "quiet" : "primary"} busy={busy} onClick={findTimes}>
          {isWithoutChair ? "Move to another time" : "Move"}
          {label}
        </Button>
        <Button weight="quiet" aria-haspopup="dialog" onClick={press(actions.onCancel)}>
          Cancel{label}
        </Button>
        {!isTold && hasEmail && !isWithoutChair && (
          <Button weight="quiet" busy={isChanging} onClick={press(actions.onTell)}>
            Tell by email{label}
          </Button>
        )}
        {contact ? (
          <>
            <ContactLinks contact={contact} />
            {!isTold && !isWithoutChair && (
              <Button weight="quiet" busy={busy} onClick={markTold}>
                Told{label}
              </Button>
            )}
          </>
        ) : (
          <Button weight="quiet" busy={busy} onClick={show}>
            Show number and message<span className="visually-hidden"> for {reference}</span>
          </Button>
        )}
        {!isWithoutChair && undo === "told" && (
          <Button weight="quiet" busy={busy} onClick={undoTold}>
            Undo “Told”{label}
          </Button>
        )}
        {!isWithoutChair && undo === "tell" && (
          <Button weight="quiet" busy={isChanging} onClick={press(actions.onUndoTell)}>
            Undo “Tell”{label}
          </Button>
        )}
        {(!isWithoutChair || canKeepChair) && (
          <Button weight="quiet" busy={isChanging} onClick={press(actions.onKeep)}>
            {isWithoutChair ? "It stays in this chair" : "It takes place"}
            {label}
          </Button>
        )}
        <Button weight="quiet" onClick={actions.onOpen}>
          Open{label}
        </Button>
      </div>
      <ActionNotice result={result} />
      {free && (
        <NearestTimes
          result={{ tone: "success", message: "", nearest: free }}
          busy={isChanging}
          onChoose={actions.onMove}
        />
      )}
    </li>
  );
}
