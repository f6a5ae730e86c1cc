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
import { formatClock, formatDay, formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import desk from "../components/desk.module.css";
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
  const markAsked = ({ id, reason }: DueRecall) => {
    setPressed(id);
    run({
      request: () => api.markRecallAsked(id),
      invalidates,
      success: `The patient was asked: ${reason}.`,
    });
  };
  const reportReturnedEmail = ({ id, reason }: DueRecall) => {
    setPressed(id);
    run({
      request: () => api.reportReturnedRecallEmail(id),
      invalidates,
      success: `The email came back, so the patient is to be asked by phone: ${reason}.`,
    });
  };
  const end = ({ id, reason }: DueRecall, outcome: RecallOutcome) => {
    setPressed(id);
    run({
      request: () => api.endRecall(id, outcome),
      invalidates,
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
              result={result && <ActionNotice result={result} />}
              none={<p>{none}</p>}
            >
              {(recall) => (
                <Recall
                  recall={recall}
                  busy={busy || isPaused}
                  onAsked={() => !isPaused && markAsked(recall)}
                  onEmailReturned={() => !isPaused && reportReturnedEmail(recall)}
                  onEnd={(outcome) => !isPaused && end(recall, outcome)}
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

const OUTCOMES: readonly (readonly [RecallOutcome, string])[] = [
  ["came-back", "Came back"],
  ["declined", "Declined"],
  ["no-answer", "No answer"],
];

interface RecallProps {
  recall: DueRecall;
  /** While another change is sent. */
  busy: boolean;
  onAsked: () => void;
  onEmailReturned: () => void;
  onEnd: (outcome: RecallOutcome) => void;
}

function Recall(props: RecallProps): ReactNode {
  const { recall, busy: isChanging, onAsked, onEmailReturned, onEnd } = props;
  const { id, maskedName, maskedPhone, reason, due, askedAt, hasEmail, emailFailed, booked } =
    recall;
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
        {askedAt === null && (
          <Button weight="quiet" busy={busy || isChanging} onClick={onAsked}>
            Asked{hiddenName}
          </Button>
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
