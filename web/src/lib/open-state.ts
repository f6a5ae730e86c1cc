// Computes whether the clinic is open at a given time, in the clinic's time zone. Lagos is UTC+1 all year, so no
// time-zone data is needed.
import type { Hours } from "../generated/Hours";

export type OpenState = { open: true; until: string } | { open: false; next: string | null };

const UTC_OFFSET_MINUTES = 60;
const DAY_MINUTES = 24 * 60;
const WEEKDAYS = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

export function openState(hours: readonly Hours[], now: Date): OpenState {
  const clinicMinutes = Math.floor(now.getTime() / 60_000) + UTC_OFFSET_MINUTES;
  const minute = clinicMinutes % DAY_MINUTES;
  // 1 January 1970 was a Thursday.
  const today = (Math.floor(clinicMinutes / DAY_MINUTES) + 3) % 7;

  const times = timesOn(hours, today);
  if (times && minute >= times.from && minute < times.until) {
    return { open: true, until: clockTime(times.until) };
  }
  for (let ahead = 0; ahead <= 7; ahead += 1) {
    const later = timesOn(hours, (today + ahead) % 7);
    if (later && (ahead > 0 || minute < later.from)) {
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

function timesOn(hours: readonly Hours[], weekday: number) {
  const day = weekday + 1;
  return hours.find(({ firstDay, lastDay }) => day >= firstDay && day <= lastDay)?.open ?? null;
}

function dayName(today: number, ahead: number): string {
  if (ahead === 0) return "today";
  if (ahead === 1) return "tomorrow";
  return WEEKDAYS[(today + ahead) % 7] ?? "";
}

/** 510 is "8:30 AM". */
export function clockTime(minutes: number): string {
  const hour = Math.floor(minutes / 60);
  const minute = String(minutes % 60).padStart(2, "0");
  return `${hour % 12 || 12}:${minute} ${hour % 24 < 12 ? "AM" : "PM"}`;
}
