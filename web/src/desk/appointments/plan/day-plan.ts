// The plan of a day: one row for each half hour, one cell for each chair. Says what begins in a cell, and whether it is
// free.
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskAppointments } from "../../../generated/DeskAppointments";
import type { DeskBlockedTime } from "../../../generated/DeskBlockedTime";
import { timeOfDay, today } from "../../clinic-time";

export const ROW_MINUTES = 30;
/** Chairs are taken in steps of five minutes. */
export const TICK_MINUTES = 5;

export type PlanCell = {
  readonly chair: number;
  /** What begins in this half hour, the earliest first. */
  readonly visits: readonly DeskAppointment[];
  readonly blocked: readonly DeskBlockedTime[];
  /**
   * `free`: the shortest visit can begin here. `taken`: something that began earlier goes on. `closed`: outside the opening hours, over,
   * or too short for any visit.
   */
  readonly state: "free" | "taken" | "closed";
};

export type PlanRow = { readonly time: string; readonly cells: readonly PlanCell[] };

/** `08:30` is 510. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

/** 510 is `08:30`. */
export function timeOf(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, "0");
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
}

/** What takes up a chair. Cancelled appointments do not. */
export function takesChair({ state }: DeskAppointment): boolean {
  return state !== "cancelled";
}

/** The visits of a day in their order, without cancelled ones. */
export function visitsOf(data: DeskAppointments, date: string): readonly DeskAppointment[] {
  return data.appointments
    .filter((visit) => visit.date === date && takesChair(visit))
    .sort((a, b) => a.time.localeCompare(b.time) || a.chair - b.chair);
}

export function planOfDay(
  data: DeskAppointments,
  date: string,
  now = Date.now(),
): readonly PlanRow[] {
  const open = openTimes(data, date);
  const visits = visitsOf(data, date);
  const blocked = data.blocked.filter((block) => block.date === date);
  const spans = takenSpans(data, date);
  const all = [...open, ...spans];
  if (all.length === 0) return [];
  // A visit outside the opening hours is shown too.
  const first = Math.min(...all.map(({ from }) => from));
  const last = Math.max(...all.map(({ until }) => until));
  const chairs = chairsOf(data, spans);
  const over = overUntil(date, now);
  const rows: PlanRow[] = [];
  for (let from = first - (first % ROW_MINUTES); from < last; from += ROW_MINUTES) {
    const until = from + ROW_MINUTES;
    const begins = (time: string) => minutesOf(time) >= from && minutesOf(time) < until;
    const cells = chairs.map((chair): PlanCell => {
      const isOpen = chairHours(data, date, chair).some(
        (times) => times.from < until && times.until > from,
      );
      const shortest = shortestVisit(data, chair);
      const isTaken = spans.some(
        (span) => span.chair === chair && span.from < until && span.until > from,
      );
      // The buffer after the last visit may reach beyond the opening hours.
      const end = from + (Number.isFinite(shortest) ? shortest : ROW_MINUTES);
      const fits =
        until > over &&
        !spans.some((span) => span.chair === chair && span.from < end && span.until > from);
      return {
        chair,
        visits: visits.filter((visit) => visit.chair === chair && begins(visit.time)),
        blocked: blocked.filter((block) => block.chair === chair && begins(block.from)),
        state: isTaken ? "taken" : isOpen && fits ? "free" : "closed",
      };
    });
    rows.push({ time: timeOf(from), cells });
  }
  return rows;
}

/** The chairs in the order of the clinic, and after them those that are gone and still have visits. */
function chairsOf(
  { columns }: DeskAppointments,
  spans: readonly { readonly chair: number }[],
): readonly number[] {
  const numbers = columns.map(({ number }) => number);
  const others = spans.map(({ chair }) => chair).filter((chair) => !numbers.includes(chair));
  return [...numbers, ...[...new Set(others)].sort((a, b) => a - b)];
}

/** When a chair takes visits. Never, if it is gone. */
function chairHours(data: DeskAppointments, date: string, chair: number): readonly Span[] {
  if (!data.columns.some(({ number }) => number === chair)) return [];
  const day = data.days.find((other) => other.date === date);
  return day?.chairs.find((hours) => hours.chair === chair)?.open ?? day?.open ?? [];
}

/** With its buffer. Infinite when the chair takes no service. */
function shortestVisit({ columns, services }: DeskAppointments, chair: number): number {
  const slugs = columns.find(({ number }) => number === chair)?.services ?? [];
  const taken = services.filter(({ slug }) => slugs.includes(slug));
  return Math.min(...taken.map(({ minutes, buffer }) => minutes + buffer));
}

/** When the earliest plan of some days begins and the latest one ends. Null if all of them are empty. */
export function hoursOf(plans: readonly (readonly PlanRow[])[]): Span | null {
  const times = plans.flat().map(({ time }) => minutesOf(time));
  if (times.length === 0) return null;
  return { from: Math.min(...times), until: Math.max(...times) + ROW_MINUTES };
}

export type Span = { readonly from: number; readonly until: number };

/** The minute of a day until which it is over. */
function overUntil(date: string, now: number): number {
  const day = today(now);
  if (date > day) return 0;
  return date < day ? Number.POSITIVE_INFINITY : minutesOf(timeOfDay(now));
}

/** When at least one chair is free, in minutes after midnight. What is over is not free. */
export function freeTimes(data: DeskAppointments, date: string, now = Date.now()): readonly Span[] {
  const over = overUntil(date, now);
  const taken = takenSpans(data, date);
  const covers = (span: Span, minute: number) => span.from <= minute && span.until > minute;
  const hours = data.columns.map(({ number }) => ({
    chair: number,
    open: chairHours(data, date, number),
  }));
  const isFree = (minute: number) =>
    hours.some(
      ({ chair, open }) =>
        open.some((span) => covers(span, minute)) &&
        !taken.some((span) => span.chair === chair && covers(span, minute)),
    );
  const free: Span[] = [];
  for (const { from, until } of openTimes(data, date)) {
    for (let minute = from; minute < until; minute += TICK_MINUTES) {
      if (minute < over || !isFree(minute)) continue;
      const end = minute + TICK_MINUTES;
      const last = free.at(-1);
      if (last?.until === minute) free[free.length - 1] = { from: last.from, until: end };
      else free.push({ from: minute, until: end });
    }
  }
  return free;
}

function openTimes(data: DeskAppointments, date: string): readonly Span[] {
  return data.days.find((day) => day.date === date)?.open ?? [];
}

/** What takes a chair: visits and blocked times. */
function takenSpans(data: DeskAppointments, date: string): readonly (Span & { chair: number })[] {
  return [
    ...visitsOf(data, date).map((visit) => ({ chair: visit.chair, ...spanOf(visit) })),
    ...data.blocked
      .filter((block) => block.date === date)
      .map(({ chair, from, until }) => ({ chair, from: minutesOf(from), until: minutesOf(until) })),
  ];
}

/** The buffer after a visit belongs to it. */
export function spanOf({ time, minutes, buffer }: DeskAppointment): Span {
  const from = minutesOf(time);
  return { from, until: from + minutes + buffer };
}

/** A button of the week is as high as this long, at the usual scale. The style has the same proportion: `--target` is eleven ticks. */
const BUTTON_MINUTES = 55;
/** How much higher the week may be drawn, so that not more than two short visits stand beside each other. */
const SCALES = [1, 1.4, 2, 2.8, 5.5, 11];

export type WeekLayout = {
  /** How many times the usual height five minutes have. */
  readonly scale: number;
  /** What shares the width of a chair with its neighbour, because one of them is too short to be pressed: by id, the half. */
  readonly halves: ReadonlyMap<string, 1 | 2>;
  /** The shortest time that a visit is drawn as. */
  readonly minutes: number;
};

/** A week is as low as it can be: short visits stand beside each other, and only if that is not enough, it is drawn higher. */
export function weekLayout(data: DeskAppointments): WeekLayout {
  const chairs = data.days.flatMap(({ date }) => {
    const spans = namedSpans(data, date);
    return [...new Set(spans.map(({ chair }) => chair))].map((chair) =>
      spans.filter((span) => span.chair === chair).sort((a, b) => a.from - b.from),
    );
  });
  for (const scale of SCALES) {
    const minutes = BUTTON_MINUTES / scale;
    const halves = chairs.map((spans) => halvesOf(spans, minutes));
    if (halves.every((half) => half !== null)) {
      return { scale, minutes, halves: new Map(halves.flatMap((half) => [...half])) };
    }
  }
  return { scale: 11, minutes: TICK_MINUTES, halves: new Map() };
}

type NamedSpan = Span & { readonly id: string; readonly chair: number; readonly isVisit: boolean };

function namedSpans(data: DeskAppointments, date: string): readonly NamedSpan[] {
  return [
    ...visitsOf(data, date).map((visit) => ({
      id: visit.id,
      chair: visit.chair,
      isVisit: true,
      ...spanOf(visit),
    })),
    ...data.blocked
      .filter((block) => block.date === date)
      .map(({ id, chair, from, until }) => ({
        id,
        chair,
        isVisit: false,
        from: minutesOf(from),
        until: minutesOf(until),
      })),
  ];
}

/** Null when more than two would have to stand beside each other. */
function halvesOf(spans: readonly NamedSpan[], minutes: number): Map<string, 1 | 2> | null {
  const halves = new Map<string, 1 | 2>();
  /** Until when each half is taken, and by whom. */
  let [left, right] = [0, 0];
  let latest: string | null = null;
  for (const { id, from, until, isVisit } of spans) {
    const end = isVisit ? Math.max(until, from + minutes) : until;
    if (left <= from && right <= from) {
      [left, right, latest] = [end, 0, id];
    } else if (right <= from) {
      if (latest && !halves.has(latest)) halves.set(latest, 1);
      halves.set(id, 2);
      [right, latest] = [end, id];
    } else if (left <= from) {
      halves.set(id, 1);
      [left, latest] = [end, id];
    } else return null;
  }
  return halves;
}

/** The time that "Add appointment" begins with: now, for a patient who has walked in. */
export function timeToAdd(date: string, now: number): string {
  if (date !== today(now)) return "09:00";
  const minutes = minutesOf(timeOfDay(now));
  return timeOf(minutes - (minutes % TICK_MINUTES));
}

/** How much of the opening hours is taken, in percent. Null when the clinic is closed. */
export function percentTaken(minutesTaken: number, minutesOpen: number): number | null {
  return minutesOpen === 0 ? null : Math.min(100, Math.round((100 * minutesTaken) / minutesOpen));
}
