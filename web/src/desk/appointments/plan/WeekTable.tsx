// A week. On a wide screen it is a plan with an axis of time: the opening hours are rows, and visits and blocked times stand at their
// time and are as long as they take the chair, short visits beside each other. On a narrow one, and with large text, it is a list of days. A visit can be
// dragged to another time, chair or day; on the name of a day, it keeps its time.
import { type CSSProperties, type DragEvent, type ReactNode, useState } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import type { DeskDay } from "../../../generated/DeskDay";
import type { DeskMoveRequest } from "../../../generated/DeskMoveRequest";
import { formatClock, formatDayAndMonth, timeOfDay, today, weekdayOf } from "../../clinic-time";
import { DaySummary } from "./DaySummary";
import { Blocked, useNow, Visit } from "./DayTable";
import {
  hoursOf,
  minutesOf,
  type PlanRow,
  planOfDay,
  ROW_MINUTES,
  type Span,
  spanOf,
  TICK_MINUTES,
  timeOf,
  visitsOf,
  type WeekLayout,
  weekLayout,
} from "./day-plan";
import styles from "./WeekTable.module.css";

interface WeekTableProps {
  data: DeskAppointments;
  onOpen: (id: string) => void;
  onShowDay: (date: string) => void;
  onMove: (id: string, to: DeskMoveRequest) => void;
}

export function WeekTable({ data, ...actions }: WeekTableProps): ReactNode {
  const now = useNow();
  const minute = minutesOf(timeOfDay(now));
  const plans = data.days.map(({ date }) => planOfDay(data, date, now));
  const layout = weekLayout(data);
  const hours = withLastVisit(hoursOf(plans) ?? { from: 0, until: 0 }, data, layout);
  const chairs = Math.max(1, ...plans.map(([first]) => first?.cells.length ?? 0));
  const size = {
    "--ticks": ticksIn(hours),
    "--chairs": chairs,
    "--scale": layout.scale,
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.area} data-plan="week" aria-label="Plan of the week" tabIndex={0}>
      {hasNames(data) && (
        <p className={styles.chairs}>
          Each day, from left to right: {data.columns.map(({ name }) => name).join(", ")}
        </p>
      )}
      <div className={styles.week} data-halves={layout.halves.size > 0} style={size}>
        <div className={styles.axis} aria-hidden="true">
          {fullHours(hours).map((hour) => (
            <span key={hour} style={placeOf({ from: hour, until: hour + 60 }, hours)}>
              {formatClock(timeOf(hour))}
            </span>
          ))}
          {data.days.some(({ date }) => date === today(now)) && isWithin(minute, hours) && (
            <strong style={placeOf({ from: minute, until: minute }, hours)}>Now</strong>
          )}
        </div>
        <ul className={styles.days}>
          {data.days.map((day, index) => (
            <Day
              key={day.date}
              day={day}
              plan={plans[index] ?? []}
              hours={hours}
              layout={layout}
              now={now}
              data={data}
              {...actions}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Whether the columns of a day have to be told apart by names. */
function hasNames({ columns }: DeskAppointments): boolean {
  return columns.length > 1 && columns.some(({ number, name }) => name !== `Chair ${number}`);
}

/** The last visit of a day may be drawn longer than it takes. */
function withLastVisit(hours: Span, data: DeskAppointments, layout: WeekLayout): Span {
  const ends = data.days
    .flatMap(({ date }) => visitsOf(data, date))
    .map((visit) => shownSpan(visit, layout).until);
  return { from: hours.from, until: Math.max(hours.until, ...ends) };
}

/** A visit is drawn at least as high as a button. */
function shownSpan(visit: DeskAppointment, { minutes }: WeekLayout): Span {
  const { from, until } = spanOf(visit);
  const shown = Math.ceil(minutes / TICK_MINUTES) * TICK_MINUTES;
  return { from, until: Math.max(until, from + shown) };
}

/** The half of the chair's width for what shares it. */
function halfOf(id: string, { halves }: WeekLayout) {
  const half = halves.get(id);
  return half && { "data-half": half };
}

/** Where something stands: the place in the rows of time, and the column of the chair, from 1. */
function placeOf({ from, until }: Span, hours: Span, column?: number): CSSProperties {
  return {
    "--from": Math.floor((from - hours.from) / TICK_MINUTES),
    "--length": Math.max(1, Math.round((Math.min(until, hours.until) - from) / TICK_MINUTES)),
    ...(column && { "--chair": column }),
  } as CSSProperties;
}

const isWithin = (minute: number, { from, until }: Span) => minute >= from && minute < until;

const ticksIn = ({ from, until }: Span) => (until - from) / TICK_MINUTES;

function fullHours({ from, until }: Span): number[] {
  const first = Math.ceil(from / 60) * 60;
  return Array.from(
    { length: Math.max(0, Math.ceil((until - first) / 60)) },
    (_, i) => first + i * 60,
  );
}

interface DayProps extends WeekTableProps {
  day: DeskDay;
  plan: readonly PlanRow[];
  /** Of the whole week. */
  hours: Span;
  layout: WeekLayout;
  now: number;
}

function Day({ day, plan, hours, layout, now, data, ...actions }: DayProps): ReactNode {
  const { onOpen, onShowDay, onMove } = actions;
  /** Where a visit that is dragged would be dropped: a cell, or the day. */
  const [target, setTarget] = useState<Cell | "day" | null>(null);
  const isToday = day.date === today(now);
  const minute = minutesOf(timeOfDay(now));
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setTarget(null);
    const id = event.dataTransfer.getData("text/plain");
    const visit = data.appointments.find((other) => other.id === id);
    if (!visit) return;
    const cell = cellAt(event);
    if (!cell) {
      if (visit.date !== day.date) onMove(id, { date: day.date, time: visit.time });
      return;
    }
    // A visit at 10:20 covers the cell of 10:00. Putting it back must not move it there and tell the patient.
    const isBack =
      visit.date === day.date &&
      visit.chair === cell.chair &&
      minutesOf(visit.time) - (minutesOf(visit.time) % ROW_MINUTES) === minutesOf(cell.time);
    if (!isBack) onMove(id, { date: day.date, ...cell });
  };
  const columnOf = (chair: number) =>
    1 + (plan[0]?.cells.findIndex((cell) => cell.chair === chair) ?? 0);
  const isTarget = (time: string, chair: number) =>
    target !== null && target !== "day" && target.time === time && target.chair === chair;
  const blocked = data.blocked.filter(({ date }) => date === day.date);
  return (
    <li
      className={target === "day" ? `${styles.day} ${styles.target}` : styles.day}
      onDragOver={(event) => {
        event.preventDefault();
        const cell = cellAt(event) ?? "day";
        setTarget((current) => (isSame(current, cell) ? current : cell));
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setTarget(null);
      }}
      onDrop={drop}
    >
      <div className={styles.head}>
        <button type="button" className={styles.date} onClick={() => onShowDay(day.date)}>
          <strong>
            {weekdayOf(day.date)}
            {isToday && " (today)"}
          </strong>{" "}
          <span>{formatDayAndMonth(day.date)}</span>
        </button>
        <DaySummary data={data} day={day} />
      </div>
      <div className={styles.cells} aria-hidden="true">
        {closedTimes(plan, hours).map((span) => (
          <span
            key={span.from}
            className={`${styles.closed} ${styles.outside}`}
            style={placeOf(span, hours)}
          />
        ))}
        {plan.flatMap(({ time, cells }) =>
          cells.map(({ chair, state }) => (
            <span
              key={`${time} ${chair}`}
              className={`${styles[state]}${isTarget(time, chair) ? ` ${styles.target}` : ""}`}
              data-time={time}
              data-chair={chair}
              style={placeOf(rowSpan(time), hours, columnOf(chair))}
            />
          )),
        )}
      </div>
      {blocked.map((block) => (
        <p
          key={block.id}
          className={styles.blocked}
          {...halfOf(block.id, layout)}
          style={placeOf(
            { from: minutesOf(block.from), until: minutesOf(block.until) },
            hours,
            columnOf(block.chair),
          )}
        >
          <span className={styles.blockedFrom}>{formatClock(block.from)} </span>
          <Blocked block={block} />
        </p>
      ))}
      {visitsOf(data, day.date).map((visit) => (
        <div
          key={visit.id}
          className={styles.visit}
          {...halfOf(visit.id, layout)}
          style={placeOf(shownSpan(visit, layout), hours, columnOf(visit.chair))}
        >
          <Visit visit={visit} onOpen={onOpen} />
        </div>
      ))}
      {isToday && isWithin(minute, hours) && (
        <p className={styles.now} style={placeOf({ from: minute, until: minute }, hours)}>
          <span className="visually-hidden">Now {formatClock(timeOf(minute))}</span>
        </p>
      )}
    </li>
  );
}

/** Before the plan of a day begins and after it ends. */
function closedTimes(plan: readonly PlanRow[], hours: Span): Span[] {
  const own = hoursOf([plan]) ?? { from: hours.until, until: hours.until };
  return [
    { from: hours.from, until: own.from },
    { from: own.until, until: hours.until },
  ].filter(({ from, until }) => until > from);
}

const rowSpan = (time: string): Span => ({
  from: minutesOf(time),
  until: minutesOf(time) + ROW_MINUTES,
});

type Cell = { readonly time: string; readonly chair: number };

/** The cell under the pointer, also below a visit. Null on the name of a day and where days are a list. */
function cellAt({ clientX, clientY }: DragEvent): Cell | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    if (!(element instanceof HTMLElement)) continue;
    const { time, chair } = element.dataset;
    if (time && chair) return { time, chair: Number(chair) };
  }
  return null;
}

function isSame(a: Cell | "day" | null, b: Cell | "day"): boolean {
  if (a === null || a === "day" || b === "day") return a === b;
  return a.time === b.time && a.chair === b.chair;
}
