// A day at a glance: how many visits, how much of the opening hours is taken, and when a chair is free.
import type { ReactNode } from "react";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import type { DeskDay } from "../../../generated/DeskDay";
import { formatClock, formatWeekday, today } from "../../clinic-time";
import styles from "./DaySummary.module.css";
import { useNow } from "./DayTable";
import { freeTimes, percentTaken, timeOf, visitsOf } from "./day-plan";

interface DaySummaryProps {
  data: DeskAppointments;
  day: DeskDay;
}

export function DaySummary({ data, day }: DaySummaryProps): ReactNode {
  const visits = visitsOf(data, day.date).length;
  const percent = percentTaken(day.minutesTaken, day.minutesOpen);
  const now = useNow();
  const free = freeTimes(data, day.date, now);
  return (
    <div className={styles.summary}>
      {percent === null ? (
        <p>
          Closed{day.closure ? `: ${day.closure}` : ""}
          {visits > 0 && `. ${countVisits(visits)}`}
        </p>
      ) : (
        <>
          <p className={styles.capacity}>
            <meter
              min={0}
              max={100}
              value={percent}
              aria-label={`Taken on ${formatWeekday(day.date)}`}
            />
            <span>{percent} % taken</span>
            <span>{countVisits(visits)}</span>
          </p>
          {day.date >= today(now) && (
            <p className={styles.free}>
              {free.length === 0 ? "No free time" : `Free: ${free.map(formatSpan).join(", ")}`}
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** "8:00 AM to 9:30 AM" */
function formatSpan({ from, until }: { from: number; until: number }): string {
  return `${formatClock(timeOf(from))} to ${formatClock(timeOf(until))}`;
}

function countVisits(count: number): string {
  return count === 1 ? "1 visit" : `${count} visits`;
}
