// A day as a table: a row for each half hour, a column for each chair. Visits can be dragged to a free cell; with the
// keyboard, a visit is opened and moved with its form. Today, one press says that a patient has arrived or that a visit is done.
import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import type { DeskBlockedTime } from "../../../generated/DeskBlockedTime";
import type { DeskMoveRequest } from "../../../generated/DeskMoveRequest";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { formatClock, timeOfDay, today } from "../../clinic-time";
import { patientName } from "../../components/patient-name";
import { StateTag } from "../../components/StateTag";
import { useAction } from "../../components/use-action";
import { usePressPause } from "../../components/use-press-pause";
import { useRowFocus } from "../../components/use-row-focus";
import { useTextAfterRegion } from "../../components/use-text-after-region";
import { chairInSentence, chairName } from "../chair-name";
import styles from "./DayTable.module.css";
import { minutesOf, type PlanCell, planOfDay, ROW_MINUTES } from "./day-plan";

interface DayTableProps {
  data: DeskAppointments;
  date: string;
  onOpen: (id: string) => void;
  onAdd: (time: string, chair: number) => void;
  onMove: (id: string, to: DeskMoveRequest) => void;
  onUnblock: (id: string) => void;
}

export function DayTable({ data, date, ...actions }: DayTableProps): ReactNode {
  const now = useNow();
  // What was pressed in a cell may be gone: the focus stays in the cell.
  const section = useRowFocus("td");
  const rows = planOfDay(data, date, now);
  // The summary above says that the clinic is closed, and why.
  if (rows.length === 0) return null;
  const isToday = date === today(now);
  const minute = minutesOf(timeOfDay(now));
  const isNow = (time: string) =>
    isToday && minutesOf(time) <= minute && minute < minutesOf(time) + ROW_MINUTES;
  const chairs = rows[0]?.cells.map(({ chair }) => chair) ?? [];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section ref={section} className={styles.scroll} aria-label="Plan of the day" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {chairs.map((chair) => (
                <th key={chair} scope="col" className={styles.chair}>
                  {chairName(data.columns, chair)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, cells }) => (
              <tr key={time} className={isNow(time) ? styles.now : undefined}>
                <th scope="row">
                  {formatClock(time)}
                  {isNow(time) && (
                    <span className={styles.nowTime}>Now {formatClock(timeOfDay(now))}</span>
                  )}
                </th>
                {cells.map((cell) => (
                  <Cell
                    key={cell.chair}
                    cell={cell}
                    name={chairInSentence(data.columns, cell.chair)}
                    date={date}
                    time={time}
                    isToday={isToday}
                    {...actions}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** The time, kept up to date. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

interface CellProps extends Omit<DayTableProps, "data"> {
  cell: PlanCell;
  /** Of the chair, within a sentence. */
  name: string;
  time: string;
  isToday: boolean;
}

function Cell({ cell, name, date, time, isToday, ...actions }: CellProps): ReactNode {
  const { onOpen, onAdd, onMove, onUnblock } = actions;
  const { chair, visits, blocked, state } = cell;
  const [isTarget, setIsTarget] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsTarget(false);
    const id = event.dataTransfer.getData("text/plain");
    // A visit at 10:20 is in the row of 10:00. Putting it back must not move it there and tell the patient.
    const isBack = visits.some((visit) => visit.id === id);
    if (id && !isBack) onMove(id, { date, time, chair });
  };
  return (
    <td
      className={`${styles[state]}${isTarget ? ` ${styles.target}` : ""}`}
      // The server decides whether there is room: a visit may also move within its own time.
      onDragOver={(event) => {
        event.preventDefault();
        setIsTarget(true);
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={drop}
    >
      {visits.map((visit) => (
        <div key={visit.id} className={styles.card}>
          <Visit visit={visit} onOpen={onOpen} />
          {isToday && <NextState visit={visit} chair={name} />}
        </div>
      ))}
      {blocked.map((block) => (
        <div key={block.id} className={styles.block}>
          <Blocked block={block} />
          <Button weight="quiet" onClick={() => onUnblock(block.id)}>
            Unblock
          </Button>
        </div>
      ))}
      {state === "free" && (
        <button type="button" className={styles.add} onClick={() => onAdd(time, chair)}>
          <span aria-hidden="true">+ Free</span>
          <span className="visually-hidden">
            Add an appointment at {formatClock(time)}, {name}
          </span>
        </button>
      )}
    </td>
  );
}

export function Blocked({ block }: { block: DeskBlockedTime }): ReactNode {
  return (
    <span>
      Blocked until {formatClock(block.until)}: {block.reason}
    </span>
  );
}

interface VisitProps {
  visit: DeskAppointment;
  onOpen: (id: string) => void;
}

export function Visit({ visit, onOpen }: VisitProps): ReactNode {
  const isMovable = visit.state === "requested" || visit.state === "confirmed";
  // "9:30" and "AM"
  const [clock, half] = formatClock(visit.time).split(" ");
  return (
    <button
      type="button"
      className={styles.visit}
      data-visit={visit.id}
      data-state={visit.state}
      aria-haspopup="dialog"
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer.setData("text/plain", visit.id)}
      onClick={() => onOpen(visit.id)}
    >
      <span>
        <strong>
          {clock}
          <span className={styles.half}> {half}</span>
        </strong>{" "}
        <span className={styles.detail}>{visit.title}</span>
      </span>
      <span>
        {patientName(visit)}
        <span className={styles.detail}> · {visit.reference}</span>
      </span>
      <StateTag state={visit.state} />
    </button>
  );
}

const NEXT = {
  confirmed: { state: "arrived", label: "Arrived", done: "Marked as arrived." },
  arrived: { state: "done", label: "Done", done: "The visit is done." },
} as const;

/** The one press that most visits need, and its undo. The opened visit has everything else. */
function NextState({ visit, chair }: { visit: DeskAppointment; chair: string }): ReactNode {
  const { run, busy, result } = useAction();
  /** The last press here: what was shown then, and what was stored, if it can be undone. */
  const [last, setLast] = useState<{ shown: DeskAppointment; stored: DeskAppointment | null }>();
  const isPaused = usePressPause(visit.state);
  const hasText = useTextAfterRegion(result);
  const next = visit.state === "confirmed" || visit.state === "arrived" ? NEXT[visit.state] : null;
  // Until the plan is loaded again, it shows what was there before the press.
  const isWaiting = busy || isPaused || last?.shown === visit;
  const stored = last?.stored;
  const invalidates = [queryKeys.appointments, queryKeys.recalls];
  const store = (press: (typeof NEXT)[keyof typeof NEXT]) =>
    run({
      request: () => api.changeAppointmentState(visit, press.state),
      invalidates,
      onSuccess: (stored) => setLast({ shown: visit, stored }),
      success: press.done,
    });
  const undo = (stored: DeskAppointment) =>
    run({
      request: () => api.undoAppointment(stored),
      invalidates,
      onSuccess: () => setLast({ shown: visit, stored: null }),
      success: "Undone.",
    });
  const which = (
    <span className="visually-hidden">
      : {formatClock(visit.time)}, {chair}
    </span>
  );
  return (
    <>
      {next && (
        <Button weight="quiet" busy={isWaiting} onClick={() => !isWaiting && store(next)}>
          {next.label}
          {which}
        </Button>
      )}
      {/* Without the frame of a notice: two chairs fit on a small phone. */}
      {result && (
        <p role={result.tone === "alarm" ? "alert" : "status"} className={styles.result}>
          {hasText && result.message}
        </p>
      )}
      {stored?.state === visit.state && (
        <Button weight="quiet" busy={isWaiting} onClick={() => !isWaiting && undo(stored)}>
          Undo “{visit.state === "done" ? "Done" : "Arrived"}”{which}
        </Button>
      )}
    </>
  );
}
