// A month at a glance: days with free times are buttons. Arrow keys move between them, Page Up and Page Down between
// months, as in the grid pattern of WAI-ARIA.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import type { FreeDay } from "../generated/FreeDay";
import { Icon } from "../ui/icon/Icon";
import { longDate, longMonth } from "./clinic-dates";
import styles from "./MonthCalendar.module.css";
import {
  type DayCell,
  dayAfterKey,
  freeDates,
  isDayKey,
  monthOf,
  monthsOf,
  tabStopOf,
  weeksOf,
} from "./month-grid";

interface MonthCalendarProps {
  /** At least one of them has free times. */
  days: readonly FreeDay[];
  selected: string | null;
  onSelect: (date: string) => void;
}

const WEEKDAYS = [
  ["Mo", "Monday"],
  ["Tu", "Tuesday"],
  ["We", "Wednesday"],
  ["Th", "Thursday"],
  ["Fr", "Friday"],
  ["Sa", "Saturday"],
  ["Su", "Sunday"],
] as const;

export function MonthCalendar({ days, selected, onSelect }: MonthCalendarProps): ReactNode {
  const headingId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const free = freeDates(days);
  const months = monthsOf(days);
  const [active, setActive] = useState(selected ?? free[0] ?? "");
  const [month, setMonth] = useState(monthOf(active));
  const takesFocus = useRef(false);
  // The active day may have filled since.
  const tabStop = tabStopOf(active, month, free);

  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    grid.current?.querySelector<HTMLElement>(`[data-date="${active}"]`)?.focus();
  }, [active]);

  const moveByKey = (event: KeyboardEvent) => {
    if (!isDayKey(event.key)) return;
    event.preventDefault();
    const date = dayAfterKey(event.key, tabStop ?? active, free);
    takesFocus.current = true;
    setActive(date);
    setMonth(monthOf(date));
  };

  const showMonth = (other: string) => {
    setMonth(other);
    // The tab stop has to be on a day that is shown.
    const first = free.find((date) => monthOf(date) === other);
    if (first !== undefined) setActive(first);
  };

  const index = months.indexOf(month);
  return (
    <div className={styles.calendar}>
      <div className={styles.head}>
        <MonthButton name="Previous month" to={months[index - 1]} onPress={showMonth} previous />
        <h3 id={headingId} aria-live="polite">
          {longMonth(month)}
        </h3>
        <MonthButton name="Next month" to={months[index + 1]} onPress={showMonth} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a grid is a table with arrow keys, and its rows and cells keep their meaning. */}
      <table ref={grid} role="grid" aria-labelledby={headingId} className={styles.grid}>
        <thead>
          <tr>
            {WEEKDAYS.map(([short, long]) => (
              <th key={long} scope="col">
                <span aria-hidden="true">{short}</span>
                <span className="visually-hidden">{long}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={moveByKey}>
          {weeksOf(month, days).map((week) => (
            <tr key={week.find((cell) => cell !== null)?.date}>
              {week.map((cell, weekday) => (
                <td key={WEEKDAYS[weekday]?.[1]}>
                  {cell && (
                    <Day
                      cell={cell}
                      selected={cell.date === selected}
                      focusable={cell.date === tabStop}
                      onSelect={onSelect}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface DayProps {
  cell: DayCell;
  selected: boolean;
  focusable: boolean;
  onSelect: (date: string) => void;
}

function Day({ cell: { date, day, free }, selected, focusable, onSelect }: DayProps): ReactNode {
  if (free === 0) {
    return (
      <span className={styles.full}>
        {day}
        <span className="visually-hidden">, no free times</span>
      </span>
    );
  }
  return (
    <button
      type="button"
      data-date={date}
      className={selected ? `${styles.day} ${styles.selected}` : styles.day}
      tabIndex={focusable ? 0 : -1}
      aria-pressed={selected}
      aria-label={`${longDate(date)}, ${free} free ${free === 1 ? "time" : "times"}`}
      onClick={() => onSelect(date)}
    >
      {day}
    </button>
  );
}

interface MonthButtonProps {
  name: string;
  to: string | undefined;
  previous?: boolean;
  onPress: (month: string) => void;
}

/** Stays where it is when there is no other month, so that the focus is not lost. */
function MonthButton({ name, to, previous = false, onPress }: MonthButtonProps): ReactNode {
  return (
    <button
      type="button"
      className={previous ? `${styles.month} ${styles.previous}` : styles.month}
      aria-disabled={to === undefined || undefined}
      onClick={() => {
        if (to !== undefined) onPress(to);
      }}
    >
      <Icon name="arrow-right" title={name} />
    </button>
  );
}
