// A day as a table: a row for each half hour, a column for each chair. Visits can be dragged to a free cell; with the
// keyboard, a visit is opened and moved with its form.
import { type DragEvent, type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import type { DeskMoveRequest } from "../../generated/DeskMoveRequest";
import { Button } from "../../ui/button/Button";
import { formatClock } from "../clinic-time";
import { StateTag } from "../components/StateTag";
import styles from "./DayTable.module.css";
import { type PlanCell, planOfDay } from "./day-plan";

interface DayTableProps {
  data: DeskAppointments;
  date: string;
  onOpen: (id: string) => void;
  onAdd: (time: string, chair: number) => void;
  onMove: (id: string, to: DeskMoveRequest) => void;
  onUnblock: (id: string) => void;
}

export function DayTable({ data, date, ...actions }: DayTableProps): ReactNode {
  const rows = planOfDay(data, date);
  // The summary above says that the clinic is closed, and why.
  if (rows.length === 0) return null;
  const chairs = rows[0]?.cells.map(({ chair }) => chair) ?? [];
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.scroll} aria-label="Plan of the day" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Time</th>
              {chairs.map((chair) => (
                <th key={chair} scope="col" className={styles.chair}>
                  Chair {chair}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ time, cells }) => (
              <tr key={time}>
                <th scope="row">{formatClock(time)}</th>
                {cells.map((cell) => (
                  <Cell key={cell.chair} cell={cell} date={date} time={time} {...actions} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

interface CellProps extends Omit<DayTableProps, "data"> {
  cell: PlanCell;
  time: string;
}

function Cell({ cell, date, time, onOpen, onAdd, onMove, onUnblock }: CellProps): ReactNode {
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
        <Visit key={visit.id} visit={visit} onOpen={onOpen} />
      ))}
      {blocked.map((block) => (
        <div key={block.id} className={styles.block}>
          <span>
            Blocked until {formatClock(block.until)}: {block.reason}
          </span>
          <Button weight="quiet" onClick={() => onUnblock(block.id)}>
            Unblock
          </Button>
        </div>
      ))}
      {state === "free" && (
        <button type="button" className={styles.add} onClick={() => onAdd(time, chair)}>
          <span aria-hidden="true">+ Free</span>
          <span className="visually-hidden">
            Add an appointment at {formatClock(time)}, chair {chair}
          </span>
        </button>
      )}
    </td>
  );
}

interface VisitProps {
  visit: DeskAppointment;
  onOpen: (id: string) => void;
}

export function Visit({ visit, onOpen }: VisitProps): ReactNode {
  const isMovable = visit.state === "requested" || visit.state === "confirmed";
  return (
    <button
      type="button"
      className={styles.visit}
      aria-haspopup="dialog"
      draggable={isMovable}
      onDragStart={(event) => event.dataTransfer.setData("text/plain", visit.id)}
      onClick={() => onOpen(visit.id)}
    >
      <span>
        <strong>{formatClock(visit.time)}</strong> {visit.title}
      </span>
      <span>
        {visit.name ?? visit.maskedName} · {visit.reference}
      </span>
      <StateTag state={visit.state} />
    </button>
  );
}
