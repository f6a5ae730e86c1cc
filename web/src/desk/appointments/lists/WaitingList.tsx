// Requests that hold no time: staff give the time or another one, or refuse. Also new patients whose appointments were confirmed at
// once.
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { queryKeys, waitingRequestsQuery } from "../../api/queries";
import { formatClock, formatMoment, formatWeekday } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { MoreButton } from "../../components/MoreButton";
import { RowList } from "../../components/RowList";
import { useAction } from "../../components/use-action";
import { idsOf, usePressPause } from "../../components/use-press-pause";
import { useRowFocus } from "../../components/use-row-focus";
import { NoEmail, toldResult } from "../fields/NoEmail";

interface WaitingListProps {
  onOpen: (id: string) => void;
}

export function WaitingList({ onOpen }: WaitingListProps): ReactNode {
  const query = useInfiniteQuery(waitingRequestsQuery);
  const { run, busy, result } = useAction();
  const [pressed, setPressed] = useState<{ list: "waiting" | "unacknowledged"; id: string } | null>(
    null,
  );
  const resultIn = (list: string) =>
    pressed?.list === list && result && <ActionNotice result={result} />;
  const invalidates = [queryKeys.appointments];
  const giveTime = (request: DeskAppointment) => {
    setPressed({ list: "waiting", id: request.id });
    run({
      request: () => api.confirmAppointment(request),
      invalidates,
      success: (visit) => toldResult(`${visit.reference} has this time.`, visit),
    });
  };
  const acknowledge = (request: DeskAppointment) => {
    setPressed({ list: "unacknowledged", id: request.id });
    run({
      request: () => api.confirmAppointment(request),
      invalidates,
      success: `${request.reference} is acknowledged.`,
    });
  };
  const open = ({ id }: DeskAppointment) => onOpen(id);
  return (
    <LoadState query={query}>
      {({ pages }) => {
        const waiting = withoutRepeats(pages.flatMap((page) => page.waiting));
        const total = pages.at(-1)?.waitingTotal ?? 0;
        return (
          <>
            <Requests
              id="waiting"
              heading="Waiting without a time"
              list={waiting}
              actions={[
                ["Give this time", giveTime],
                ["Open", open],
              ]}
              busy={busy}
              pressed={pressed?.id ?? null}
              result={resultIn("waiting")}
              more={<MoreButton query={query} />}
            >
              <p>
                These requests hold no time: unconfirmed requests already hold as much as they may.
                Give the time, or open a request to give another time or to refuse it. A request
                that nobody answers expires, and the patient is told.
              </p>
              {total > waiting.length && (
                <p>
                  {waiting.length} of {total} requests are shown, the first of each network first.
                  To find one of the others, use “Find a patient”.
                </p>
              )}
            </Requests>
            <Requests
              id="unacknowledged"
              heading="New patients"
              list={pages[0]?.unacknowledged ?? []}
              actions={[
                ["Acknowledge", acknowledge],
                ["Open", open],
              ]}
              busy={busy}
              pressed={pressed?.id ?? null}
              result={resultIn("unacknowledged")}
            >
              <p>
                These appointments were confirmed at once, for people who have not come before.
                Until you acknowledge them, they count against what strangers may hold.
              </p>
            </Requests>
          </>
        );
      }}
    </LoadState>
  );
}

/** When the list changes between two pages, a request may be in both. */
function withoutRepeats(requests: readonly DeskAppointment[]): DeskAppointment[] {
  const seen = new Set<string>();
  return requests.filter(({ id }) => !seen.has(id) && seen.add(id));
}

interface RequestsProps {
  id: string;
  heading: string;
  list: readonly DeskAppointment[];
  actions: readonly (readonly [string, (request: DeskAppointment) => void])[];
  busy: boolean;
  pressed: string | null;
  /** Of the last press in this list. */
  result: ReactNode;
  /** The button for the next page. */
  more?: ReactNode;
  children: ReactNode;
}

/** Nothing when the list is empty: these lists are rarely needed. */
function Requests(props: RequestsProps): ReactNode {
  const { id, heading, list, actions, busy, pressed, result, more, children } = props;
  const section = useRowFocus();
  const isPaused = usePressPause(idsOf(list));
  if (list.length === 0) return result;
  return (
    <section ref={section} className={desk.section} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
      <RowList
        rows={list}
        idOf={(request) => request.id}
        pressed={pressed}
        result={result}
        none={null}
        isFoldedOnPhones
      >
        {(request) => (
          <li className={desk.listItem}>
            <div>
              <strong>
                {formatWeekday(request.date)}, {formatClock(request.time)}
              </strong>
              <br />
              {request.title} · {request.maskedName} · {request.maskedPhone} ·{" "}
              <span className={desk.code}>{request.reference}</span>
              <NoEmail appointment={request} />
              {request.expiresAt && (
                <div>Expires {formatMoment(request.expiresAt, Date.now())}</div>
              )}
            </div>
            <div className={desk.row}>
              {actions.map(([label, action], index) => (
                <Button
                  key={label}
                  weight={index === 0 ? "primary" : "quiet"}
                  busy={busy || isPaused}
                  onClick={() => !isPaused && action(request)}
                >
                  {label}
                  <span className="visually-hidden"> {request.reference}</span>
                </Button>
              ))}
            </div>
          </li>
        )}
      </RowList>
      {more}
    </section>
  );
}
