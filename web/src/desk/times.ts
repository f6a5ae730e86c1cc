// Moments as the clinic's clock shows them, wherever the phone thinks it is. Nigeria keeps one hour ahead of UTC the
// whole year, so plain arithmetic is exact.
import { formatDate } from "../lib/dates";

const AHEAD_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** `2026-11-15T02:45:00Z` is the day `2026-11-15`; a bare day stays what it is. */
export function dayOf(iso: string): string {
  if (!iso.includes("T")) return iso;
  return onClinicClock(Date.parse(iso)).slice(0, 10);
}

export function today(now: number): string {
  return onClinicClock(now).slice(0, 10);
}

/** Counts days on the calendar, not hours. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** "13 February 2027" */
export function sayDay(iso: string): string {
  return formatDate(dayOf(iso));
}

/** "3:45 am" */
export function sayTime(iso: string): string {
  const [hour = 0, minute = "00"] = onClinicClock(Date.parse(iso)).slice(11, 16).split(":");
  const hours = Number(hour);
  return `${hours % 12 || 12}:${minute} ${hours < 12 ? "am" : "pm"}`;
}

/** "today at 3:45 am", "yesterday at …", or "on 13 February 2027 at …". */
export function sayMoment(iso: string, now: number): string {
  const day = dayOf(iso);
  return `${nearDay(day, today(now))} at ${sayTime(iso)}`;
}

function nearDay(day: string, current: string): string {
  if (day === current) return "today";
  return addDays(day, 1) === current ? "yesterday" : `on ${formatDate(day)}`;
}

function onClinicClock(time: number): string {
  return new Date(time + AHEAD_MS).toISOString();
}
