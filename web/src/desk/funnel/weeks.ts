// Days gathered into weeks and the funnel's steps as shares: arithmetic on what the server counted, nothing else.
import { addDays } from "../times";
import type { Counts, Day } from "../types";

export const STEPS = [
  ["started", "Games started"],
  ["finished", "Finished"],
  ["perfect", "Perfect"],
  ["claimed", "Codes claimed"],
  ["redeemed", "Redeemed"],
] as const satisfies readonly (readonly [keyof Counts, string])[];

export type Step = (typeof STEPS)[number][0];

/** Each week under its Monday, in order; the first and the last may be parts of one. */
export function byWeek(days: readonly Day[]): Day[] {
  const weeks = new Map<string, Day>();
  for (const day of days) {
    const monday = mondayOf(day.day);
    const week = weeks.get(monday);
    weeks.set(monday, week ? { ...add(week, day), day: monday } : { ...day, day: monday });
  }
  return [...weeks.values()];
}

function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

function add(one: Counts, other: Counts): Counts {
  return {
    started: one.started + other.started,
    finished: one.finished + other.finished,
    perfect: one.perfect + other.perfect,
    claimed: one.claimed + other.claimed,
    redeemed: one.redeemed + other.redeemed,
  };
}

/** "62 %"; of nothing there is no share. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)} %`;
}
