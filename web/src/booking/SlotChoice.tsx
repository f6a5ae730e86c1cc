// Choosing a day and a time: the month with its free days, and the free times of a day as large buttons.
import type { ReactNode } from "react";
import type { FreeDay } from "../generated/FreeDay";
import { Button } from "../ui/button/Button";
import { Notice } from "../ui/notice/Notice";
import { describeFailure } from "./booking-api";
import { longTime } from "./clinic-dates";
import { MonthCalendar } from "./MonthCalendar";
import { freeDates } from "./month-grid";
import styles from "./SlotChoice.module.css";
import type { FreeDays } from "./use-free-days";

const TRY_AGAIN = "Try again";

interface DayChoiceProps {
  freeDays: FreeDays;
  selected: string | null;
  onSelect: (date: string) => void;
  onRetry: () => void;
}

export function DayChoice({ freeDays, selected, onSelect, onRetry }: DayChoiceProps): ReactNode {
  if (freeDays.kind !== "ready") return <NotReady freeDays={freeDays} onRetry={onRetry} />;
  if (freeDates(freeDays.days).length === 0) {
    return (
      <Notice live>
        <p>There are no free times online at the moment. Please call us.</p>
      </Notice>
    );
  }
  return (
    <>
      <p>Days in a frame have free times.</p>
      <MonthCalendar days={freeDays.days} selected={selected} onSelect={onSelect} />
    </>
  );
}

interface NotReadyProps {
  freeDays: Exclude<FreeDays, { kind: "ready" }>;
  onRetry: () => void;
}

function NotReady({ freeDays, onRetry }: NotReadyProps): ReactNode {
  if (freeDays.kind === "loading") return <p role="status">Loading free times…</p>;
  return (
    <Notice tone="alarm" live>
      <p>{describeFailure(freeDays.failure, TRY_AGAIN)}</p>
      <Button onClick={onRetry}>{TRY_AGAIN}</Button>
    </Notice>
  );
}

interface FreeTimesProps {
  freeDays: FreeDays;
  date: string;
  selected: string | null;
  onSelect: (time: string) => void;
  onRetry: () => void;
  onOtherDay: () => void;
}

/** The times of a day, where no calendar says that they are loading or have failed to load. */
export function FreeTimes(props: FreeTimesProps): ReactNode {
  const { freeDays, date, selected, onSelect, onRetry, onOtherDay } = props;
  if (freeDays.kind !== "ready") return <NotReady freeDays={freeDays} onRetry={onRetry} />;
  const times = timesOn(freeDays, date);
  if (times.length > 0) return <TimeChoice {...{ times, selected, onSelect }} />;
  return (
    <Notice live>
      <p>This day has no free times any more. Please choose another day.</p>
      <Button onClick={onOtherDay}>Choose another day</Button>
    </Notice>
  );
}

interface TimeChoiceProps {
  times: readonly string[];
  selected: string | null;
  onSelect: (time: string) => void;
}

const PARTS_OF_DAY = [
  { name: "Morning", from: "00:00", until: "12:00" },
  { name: "Afternoon", from: "12:00", until: "24:00" },
] as const;

function TimeChoice({ times, selected, onSelect }: TimeChoiceProps): ReactNode {
  return (
    <div className={styles.parts}>
      {PARTS_OF_DAY.map(({ name, from, until }) => {
        const inPart = times.filter((time) => time >= from && time < until);
        return (
          inPart.length > 0 && (
            <div key={name} className={styles.part}>
              <h3>{name}</h3>
              <ul className={styles.times}>
                {inPart.map((time) => (
                  <li key={time}>
                    <Button
                      wide
                      weight={time === selected ? "primary" : "quiet"}
                      aria-pressed={time === selected}
                      onClick={() => onSelect(time)}
                    >
                      {longTime(time)}
                    </Button>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </div>
  );
}

function timesOn(freeDays: FreeDays, date: string): readonly string[] {
  const days: readonly FreeDay[] = freeDays.kind === "ready" ? freeDays.days : [];
  return days.find((day) => day.date === date)?.slots ?? [];
}
