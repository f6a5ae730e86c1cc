// Computes whether the clinic is open at a given time.
import type { Closure } from "../../generated/Closure";
import type { Hours } from "../../generated/Hours";
import type { OpenTimes } from "../../generated/OpenTimes";
import { UTC_OFFSET_MS } from "./clinic-time";

type OpenState = { open: true; until: string } | { open: false; next: string | null };

const DAY_MINUTES = 24 * 60;
export const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** How far to look for the next opening time: longer than any holiday. */
const MAX_DAYS_AHEAD = 60;

/** `now` is in milliseconds, as from Date.now(). */
export function openState(
  hours: readonly Hours[],
  closures: readonly Closure[],
  now: number,
): OpenState {
  const clinicMinutes = Math.floor((now + UTC_OFFSET_MS) / 60_000);
  const minute = clinicMinutes % DAY_MINUTES;
  const today = Math.floor(clinicMinutes / DAY_MINUTES);

  const times = timesOn(hours, closures, today).find(
    ({ from, until }) => minute >= from && minute < until,
  );
  if (times) return { open: true, until: clockTime(times.until) };
  const lastDay = closures.length > 0 ? MAX_DAYS_AHEAD : 7;
  for (let ahead = 0; ahead <= lastDay; ahead += 1) {
    const later = timesOn(hours, closures, today + ahead).find(
      ({ from }) => ahead > 0 || minute < from,
    );
    if (later) {
      return { open: false, next: `${dayName(today, ahead)} at ${clockTime(later.from)}` };
    }
  }
  return { open: false, next: null };
}

/** What to show for a state: a headline and the detail below it. */
export function describeOpenState(state: OpenState): { headline: string; detail: string } {
  if (state.open) return { headline: "Open now", detail: `until ${state.until}` };
  const detail = state.next ? `Opens ${state.next}` : "Call us to ask when we open";
  return { headline: "Closed now", detail };
}

/** Days are counted from 1 January 1970, a Thursday. */
function timesOn(
  hours: readonly Hours[],
  closures: readonly Closure[],
  day: number,
): readonly OpenTimes[] {
  const date = isoDate(day);
  const entry = closures.find(({ from, until }) => from <= date && date <= until);
  if (entry) return entry.open;
  const weekday = ((day + 3) % 7) + 1;
  return (
    hours.find(({ firstDay, lastDay }) => weekday >= firstDay && weekday <= lastDay)?.open ?? []
  );
}

function dayName(today: number, ahead: number): string {
  if (ahead === 0) return "today";
  if (ahead === 1) return "tomorrow";
  const weekday = WEEKDAYS[(today + ahead + 3) % 7] ?? "";
  // "Monday" would mean the next one.
  return ahead <= 7 ? weekday : `${weekday} (${isoDate(today + ahead)})`;
}

function isoDate(day: number): string {
  return new Date(day * DAY_MINUTES * 60_000).toISOString().slice(0, 10);
}

/** 510 is "8:30 AM". */
export function clockTime(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  const minute = String(minutes % 60).padStart(2, "0");
  return `${hour % 12 || 12}:${minute} ${hour % 24 < 12 ? "AM" : "PM"}`;
}
