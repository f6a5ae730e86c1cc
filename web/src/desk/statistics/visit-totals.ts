// The arithmetic of the visits in figures: days summed into weeks and months, and how long patients wait.
import type { VisitNumbers } from "../../generated/VisitNumbers";
import type { VisitsOfDay } from "../../generated/VisitsOfDay";
import { mondayOf } from "../clinic-time";

/** Each week is dated by its Monday. The first and the last may be incomplete. */
export const visitsByWeek = (days: readonly VisitsOfDay[]): VisitsOfDay[] =>
  grouped(days, mondayOf);

/** Each month is dated by its first day. The first and the last may be incomplete. */
export const byMonth = (days: readonly VisitsOfDay[]): VisitsOfDay[] =>
  grouped(days, (day) => `${day.slice(0, 8)}01`);

function grouped(days: readonly VisitsOfDay[], first: (day: string) => string): VisitsOfDay[] {
  const sums = new Map<string, VisitsOfDay>();
  for (const day of days) {
    const key = first(day.day);
    const sum = sums.get(key);
    sums.set(key, { ...(sum ? add(sum, day) : day), day: key });
  }
  return [...sums.values()];
}

function add(a: VisitNumbers, b: VisitNumbers): VisitNumbers {
  return {
    booked: a.booked + b.booked,
    came: a.came + b.came,
    missed: a.missed + b.missed,
    cancelled: a.cancelled + b.cancelled,
    returning: a.returning + b.returning,
    reminded: a.reminded + b.reminded,
    missedReminded: a.missedReminded + b.missedReminded,
    ahead: a.ahead + b.ahead,
    waitingDays: a.waitingDays + b.waitingDays,
  };
}

/** The days between booking and visit, on average: "4.5", or a dash when nothing was booked ahead. */
export const averageWait = ({ ahead, waitingDays }: VisitNumbers): string =>
  ahead === 0 ? "–" : (waitingDays / ahead).toFixed(1);
