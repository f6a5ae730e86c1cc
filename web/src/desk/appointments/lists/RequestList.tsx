// The requests that wait to be confirmed. One press confirms; the patient is told.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { queryKeys, requestsQuery } from "../../api/queries";
import { formatClock, formatWeekday } from "../../clinic-time";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { LoadState } from "../../components/LoadState";
import { patientName } from "../../components/patient-name";
import { RowList } from "../../components/RowList";
import { useAction } from "../../components/use-action";
import { idsOf, usePressPause } from "../../components/use-press-pause";
import { useRowFocus } from "../../components/use-row-focus";
import { ShowContact } from "../../reminders/ShowContact";
import { NoEmail, toldResult } from "../fields/NoEmail";

export function RequestList({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const query = useQuery(requestsQuery);
  const { run, busy, result } = useAction();
  const section = useRowFocus();
  const isPaused = usePressPause(idsOf(query.data?.appointments));
  /** The request that was confirmed last, with the name: the answer has none. */
  const [pressed, setPressed] = useState<DeskAppointment | null>(null);
  /** What was confirmed last, and can be undone. */
  const [confirmed, setConfirmed] = useState<DeskAppointment | null>(null);
  const [undone, setUndone] = useState<string | null>(null);
  // Until the list has it again, so that the focus can go there.
  const isInList = query.data?.appointments.some(({ id }) => id === confirmed?.id);
  const invalidates = [queryKeys.appointments];
  const confirm = (request: DeskAppointment) => {
    setConfirmed(null);
    setUndone(null);
    setPressed(request);
    run({
      request: () => api.confirmAppointment(request),
      invalidates,
      onSuccess: setConfirmed,
      success: (visit) => toldResult(`${visit.reference} is confirmed.`, visit),
    });
  };
  const undo = (visit: DeskAppointment) =>
    run({
      request: () => api.undoAppointment(visit),
      invalidates,
      onSuccess: () => setUndone(visit.id),
      success: (undone) => toldResult(`${undone.reference} waits to be confirmed again.`, undone),
    });
  return (
    <section ref={section} className={desk.section} aria-labelledby="requests">
      <h2 id="requests" tabIndex={-1}>
        To confirm
      </h2>
      <LoadState query={query}>
        {({ appointments }) => (
          <RowList
            rows={appointments}
            idOf={({ id }) => id}
            pressed={pressed?.id ?? null}
            result={
              // While an undo is sent there is no result, and its button keeps the focus.
              (result || confirmed) && (
                <div className={desk.section}>
                  <ActionNotice result={result} />
                  {pressed && confirmed?.toldBy === "staff" && undone !== confirmed.id && (
                    <ShowContact key={confirmed.id} visit={pressed} />
                  )}
                  {confirmed && !isInList && (
                    <div className={desk.row}>
                      <Button
                        weight="quiet"
                        busy={busy || undone === confirmed.id}
                        onClick={() => undo(confirmed)}
                      >
                        Undo the confirmation
                        <span className="visually-hidden"> of {confirmed.reference}</span>
                      </Button>
                    </div>
                  )}
                </div>
              )
            }
            none={<p>No requests are waiting.</p>}
            isFoldedOnPhones
          >
            {(request) => (
              <li className={desk.listItem}>
                <div>
                  <strong>
                    {formatWeekday(request.date)}, {formatClock(request.time)}
                  </strong>
                  <br />
                  {request.title} · {patientName(request)} · {request.maskedPhone} ·{" "}
                  <span className={desk.code}>{request.reference}</span>
                  <NoEmail appointment={request} />
                </div>
                <div className={desk.row}>
                  <Button busy={busy || isPaused} onClick={() => !isPaused && confirm(request)}>
                    Confirm<span className="visually-hidden"> {request.reference}</span>
                  </Button>
                  <Button weight="quiet" onClick={() => onOpen(request.id)}>
                    Open<span className="visually-hidden"> {request.reference}</span>
                  </Button>
                </div>
              </li>
            )}
          </RowList>
        )}
      </LoadState>
    </section>
  );
}
