// Patients who agreed to come back: those to ask, those who were asked, and those who have booked. Page by page.
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { BookedReturn } from "../../generated/BookedReturn";
import type { DueRecall } from "../../generated/DueRecall";
import type { RecallListName } from "../../generated/RecallListName";
import type { RecallOutcome } from "../../generated/RecallOutcome";
import { Button } from "../../ui/button/Button";
import * as api from "../api/endpoints";
import { queryKeys, recallsQuery } from "../api/queries";
import { formatClock, formatDay, formatMoment, today } from "../clinic-time";
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

export function RecallLists(): ReactNode {
  return (
    <>
      <RecallList list="to-ask" heading="To ask to come back" none="Nobody has to be asked.">
        These patients agreed to be asked. Patients with an email address are sent an email.
      </RecallList>
      <RecallList list="asked" heading="Asked to come back" none="Nobody was asked lately.">
        These patients were asked and have not booked yet.
      </RecallList>
      <RecallList list="booked" heading="Booked to come back" none="Nobody has booked.">
        A recall ends by itself when the visit is done. If the visit is cancelled or missed, the
        patient is to be asked again.
      </RecallList>
      <FoldedSection summary="Planned for later">
        <RecallList list="planned" heading="Planned" none="Nothing is planned.">
          These patients agreed to come back, and are asked when the time has come. “Declined” takes
          a recall back.
        </RecallList>
      </FoldedSection>
      <FoldedSection summary="Recalls that were ended in the last day">
        <RecallList list="ended" heading="Ended" none="No recall was ended.">
          They are deleted a day after they have ended.
        </RecallList>
      </FoldedSection>
    </>
  );
}

interface RecallListProps {
  list: RecallListName;
  heading: string;
  /** Shown instead of an empty list. */
  none: string;
  children: ReactNode;
}

function RecallList({ list, heading, none, children }: RecallListProps): ReactNode {
  const query = useInfiniteQuery(recallsQuery(list));
  // Here and not in the row, which is gone when the result is announced.
  const { run, busy, result } = useAction();
  const section = useRowFocus();
  const isPaused = usePressPause(idsOf(query.data?.pages.flatMap((page) => page.recalls)));
  const invalidates = [queryKeys.recalls, queryKeys.appointments];
  const [pressed, setPressed] = useState<string | null>(null);
  const [undoable, setUndoable] = useState<Undoable | null>(null);
  const markAsked = (recall: DueRecall) => {
    const { id, reason } = recall;
    setPressed(id);
    setUndoable(null);
    run({
      request: () => api.markRecallAsked(id),
      invalidates,
      onSuccess: () => setUndoable({ recall, press: "asked" }),
      success: `The patient was asked: ${reason}.`,
    });
  };
  const undo = ({ recall: { id, reason }, press }: Undoable) => {
    setPressed(id);
    run({
      request: () => (press === "asked" ? api.undoRecallAsked(id) : api.undoRecallEnd(id)),
      invalidates,
      onSuccess: () => setUndoable(null),
      success: `Undone: ${reason}.`,
    });
  };
  const reportReturnedEmail = ({ id, reason }: DueRecall) => {
    setPressed(id);
    setUndoable(null);
    run({
      request: () => api.reportReturnedRecallEmail(id),
      invalidates,
      success: `The email came back, so the patient is to be asked by phone: ${reason}.`,
    });
  };
  const end = (recall: DueRecall, outcome: RecallOutcome) => {
    const { id, reason } = recall;
    setPressed(id);
    setUndoable(null);
    run({
      request: () => api.endRecall(id, outcome),
      invalidates,
      onSuccess: () => setUndoable({ recall: { ...recall, outcome }, press: "end" }),
      success: `The recall has ended: ${reason}.`,
    });
  };
  return (
    <section ref={section} className={desk.section} aria-labelledby={`recalls-${list}`}>
      <h2 id={`recalls-${list}`} tabIndex={-1}>
        {heading}
      </h2>
      <p>{children}</p>
      <LoadState query={query}>
        {({ pages }) => (
          <>
            <RowList
              rows={pages.flatMap((page) => page.recalls)}
              idOf={({ id }) => id}
              pressed={pressed}
              result={
                // While an undo is sent there is no result, and its button keeps the focus.
                (result || undoable) && (
                  <div className={desk.section}>
                    <ActionNotice result={result} />
                    {undoable && (
                      <div className={desk.row}>
                        <UndoButton
                          undoable={undoable}
                          busy={busy}
                          onClick={() => undo(undoable)}
                        />
                      </div>
                    )}
                  </div>
                )
              }
              none={<p>{none}</p>}
            >
              {(recall) => (
                <Recall
                  recall={recall}
                  busy={busy || isPaused}
                  onAsked={() => !isPaused && markAsked(recall)}
                  onEmailReturned={() => !isPaused && reportReturnedEmail(recall)}
                  onEnd={(outcome) => !isPaused && end(recall, outcome)}
                  onUndo={(press) => !isPaused && undo({ recall, press })}
                  isUndoShown={undoable?.recall.id === recall.id}
                />
              )}
            </RowList>
            <MoreButton query={query} />
          </>
        )}
      </LoadState>
    </section>
  );
}

/** What staff have pressed about a recall, and can take back. */
type Undoable = { readonly recall: DueRecall; readonly press: "asked" | "end" };

interface UndoButtonProps {
  undoable: Undoable;
  busy: boolean;
  onClick: () => void;
}

function UndoButton({ undoable: { recall, press }, busy, onClick }: UndoButtonProps): ReactNode {
  const pressed = press === "asked" ? "Asked" : labelOf(recall.outcome);
  return (
    <Button weight="quiet" busy={busy} onClick={onClick}>
      Undo “{pressed}”<span className="visually-hidden">: {recall.reason}</span>
    </Button>
  );
}

const OUTCOMES: readonly (readonly [RecallOutcome, string])[] = [
  ["came-back", "Came back"],
  ["declined", "Declined"],
  ["no-answer", "No answer"],
];

const labelOf = (ended: RecallOutcome | null) =>
  OUTCOMES.find(([outcome]) => outcome === ended)?.[1];

interface RecallProps {
  recall: DueRecall;
  /** While another change is sent. */
  busy: boolean;
  onAsked: () => void;
  onEmailReturned: () => void;
  onEnd: (outcome: RecallOutcome) => void;
  onUndo: (press: Undoable["press"]) => void;
  /** Below the row, where it was pressed. */
  isUndoShown: boolean;
}

function Recall(props: RecallProps): ReactNode {
  const { recall, busy: isChanging, onAsked, onEmailReturned, onEnd, onUndo, isUndoShown } = props;
  const { id, maskedName, maskedPhone, reason, due, askedAt, hasEmail, emailFailed, booked } =
    recall;
  const { outcome: ended, canUndoAsked } = recall;
  const isPlanned = due > today(Date.now());
  const { run, busy, result } = useAction();
  const [contact, setContact] = useState<Contact | null>(null);
  const show = () =>
    run({
      request: () => api.openRecall(id),
      onSuccess: (opened) =>
        setContact({ name: patientName(opened), phone: opened.phone, message: opened.message }),
      success: "The number is shown.",
    });
  const hiddenName = <span className="visually-hidden">: {reason}</span>;
  if (ended !== null) {
    return (
      <li className={desk.section}>
        <p>
          <strong>{maskedName}</strong> {maskedPhone}
          <br />
          {reason}, due on {formatDay(due)}. {labelOf(ended)}.
        </p>
        <div className={desk.row}>
          <UndoButton
            undoable={{ recall, press: "end" }}
            busy={isChanging}
            onClick={() => onUndo("end")}
          />
        </div>
      </li>
    );
  }
  return (
    <li className={desk.section}>
      <p>
        <strong>{contact?.name ?? maskedName}</strong> {contact ? null : maskedPhone}
        <br />
        {reason}, due on {formatDay(due)}.{" "}
        {askedAt && `Asked ${formatMoment(askedAt, Date.now())}.`}
        {emailFailed && askedAt === null && "Our email did not reach the patient: please ask."}
      </p>
      {booked && <p>{describeBooking(booked)}</p>}
      <div className={desk.row}>
        {contact ? (
          <ContactLinks contact={contact} />
        ) : (
          <Button busy={busy} onClick={show}>
            Show number and message{hiddenName}
          </Button>
        )}
        {askedAt === null && !isPlanned && (
          <Button weight="quiet" busy={busy || isChanging} onClick={onAsked}>
            Asked{hiddenName}
          </Button>
        )}
        {canUndoAsked && !isUndoShown && (
          <UndoButton
            undoable={{ recall, press: "asked" }}
            busy={isChanging}
            onClick={() => onUndo("asked")}
          />
        )}
        {askedAt !== null && hasEmail && !emailFailed && (
          <Button weight="quiet" busy={busy || isChanging} onClick={onEmailReturned}>
            Email came back{hiddenName}
          </Button>
        )}
        {OUTCOMES.map(([outcome, label]) => (
          <Button
            key={outcome}
            weight="quiet"
            busy={busy || isChanging}
            onClick={() => onEnd(outcome)}
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

function describeBooking({ date, time, hasSameName }: BookedReturn): string {
  const when = `${formatDay(date)}, ${formatClock(time)}`;
  return hasSameName
    ? `Has booked for ${when}.`
    : `Somebody else with this phone number or email address has booked for ${when}. If it is the same patient, do not ask again.`;
}
