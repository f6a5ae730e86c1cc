// A week: for each day how much is taken and what is free, and the visits in their order. A visit can be dragged to another day, where it
// keeps its time.
import { type DragEvent, type ReactNode, useState } from "react";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import type { DeskDay } from "../../generated/DeskDay";
import { formatDayAndMonth, weekdayOf } from "../clinic-time";
import { DaySummary } from "./DaySummary";
import { Visit } from "./DayTable";
import { visitsOf } from "./day-plan";
import styles from "./WeekTable.module.css";

interface WeekTableProps {
  data: DeskAppointments;
  today: string;
  onOpen: (id: string) => void;
  onShowDay: (date: string) => void;
  onMove: (id: string, to: { date: string; time: string }) => void;
}

export function WeekTable({ data, ...actions }: WeekTableProps): ReactNode {
  return (
    <ul className={styles.week}>
      {data.days.map((day) => (
        <Day key={day.date} day={day} data={data} {...actions} />
      ))}
    </ul>
  );
}

interface DayProps extends WeekTableProps {
  day: DeskDay;
}

function Day({ day, data, today, onOpen, onShowDay, onMove }: DayProps): ReactNode {
  const [isTarget, setIsTarget] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsTarget(false);
    const id = event.dataTransfer.getData("text/plain");
    const visit = data.appointments.find((other) => other.id === id);
    if (visit && visit.date !== day.date) onMove(id, { date: day.date, time: visit.time });
  };
  return (
    <li
      className={isTarget ? `${styles.day} ${styles.target}` : styles.day}
      onDragOver={(event) => {
        event.preventDefault();
        setIsTarget(true);
      }}
      onDragLeave={() => setIsTarget(false)}
      onDrop={drop}
    >
      <button type="button" className={styles.date} onClick={() => onShowDay(day.date)}>
        <strong>
          {weekdayOf(day.date)}
          {day.date === today && " (today)"}
        </strong>{" "}
        <span>{formatDayAndMonth(day.date)}</span>
      </button>
      <DaySummary data={data} day={day} />
      {visitsOf(data, day.date).map((visit) => (
        <Visit key={visit.id} visit={visit} onOpen={onOpen} />
      ))}
    </li>
  );
}
