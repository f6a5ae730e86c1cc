// The arithmetic of the statistics: days summed into weeks, and percentages.
import type { DailyCounts } from "../../generated/DailyCounts";
import type { FunnelCounts } from "../../generated/FunnelCounts";
import { mondayOf } from "../clinic-time";

export const STEPS = [
  ["started", "Games started"],
  ["finished", "Games finished"],
  ["perfect", "Perfect scores"],
  ["claimed", "Codes claimed"],
  ["redeemed", "Codes redeemed"],
] as const satisfies readonly (readonly [keyof FunnelCounts, string])[];

/** Sums days into weeks. Each is dated by its Monday. The first and the last may be incomplete. */
export function byWeek(days: readonly DailyCounts[]): DailyCounts[] {
  const weeks = new Map<string, DailyCounts>();
  for (const day of days) {
    const monday = mondayOf(day.day);
    const week = weeks.get(monday);
    weeks.set(monday, { ...(week ? add(week, day) : day), day: monday });
  }
  return [...weeks.values()];
}

function add(a: FunnelCounts, b: FunnelCounts): FunnelCounts {
  return {
    started: a.started + b.started,
    finished: a.finished + b.finished,
    perfect: a.perfect + b.perfect,
    claimed: a.claimed + b.claimed,
    redeemed: a.redeemed + b.redeemed,
  };
}

/** "62%", or a dash when the whole is zero. */
export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? "–" : `${Math.round((100 * part) / whole)}%`;
}

export function peak(rows: readonly DailyCounts[], step: keyof FunnelCounts): number {
  return Math.max(0, ...rows.map((row) => row[step]));
}
