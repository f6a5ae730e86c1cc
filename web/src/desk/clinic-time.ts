// Writes the clinic's days and times as the desk shows them.
import { addDays, toClinicTime } from "../lib/time/clinic-time";
import { formatDate } from "../lib/time/dates";
import { clockTime, WEEKDAYS } from "../lib/time/open-state";

/** The clinic's day of a UTC time. A date without a time is returned unchanged. */
export function dayOf(iso: string): string {
  return iso.includes("T") ? toClinicTime(Date.parse(iso)).slice(0, 10) : iso;
}

export function today(now: number): string {
  return toClinicTime(now).slice(0, 10);
}

/** `15:45` */
export function timeOfDay(now: number): string {
  return toClinicTime(now).slice(11, 16);
}

/** "13 February 2027" */
export function formatDay(iso: string): string {
  return formatDate(dayOf(iso));
}

/** "3:45 AM" */
export function formatTime(iso: string): string {
  return formatClock(toClinicTime(Date.parse(iso)).slice(11, 16));
}

/** `08:30` becomes "8:30 AM". */
export function formatClock(time: string): string {
  const [hours = "", minutes = ""] = time.split(":");
  return clockTime(Number(hours) * 60 + Number(minutes));
}

/** "Monday" */
export function weekdayOf(day: string): string {
  return WEEKDAYS[(new Date(Date.parse(day)).getUTCDay() + 6) % 7] ?? "";
}

/** "Monday 16 November 2026" */
export function formatWeekday(day: string): string {
  return `${weekdayOf(day)} ${formatDate(day)}`;
}

/** "Monday 16 November 2026, 8:30 AM" */
export function describeSlot(slot: { readonly date: string; readonly time: string }): string {
  return `${formatWeekday(slot.date)}, ${formatClock(slot.time)}`;
}

/** "16 November" */
export function formatDayAndMonth(day: string): string {
  return formatDate(day).replace(/ \d+$/, "");
}

/** "from 16 November" or "from 16 November at 2:30 PM", with the year if it is another one. */
export function formatAppearance(appearsOn: string, now: number): string {
  const [day = "", time] = appearsOn.split("T");
  const isThisYear = day.slice(0, 4) === today(now).slice(0, 4);
  const date = isThisYear ? formatDayAndMonth(day) : formatDate(day);
  return `from ${date}${time === undefined ? "" : ` at ${formatClock(time)}`}`;
}

/** The Monday of the week of a day. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return addDays(day, -((weekday + 6) % 7));
}

/** "13 February 2027 at 3:45 AM" */
export function formatDayAndTime(iso: string): string {
  return `${formatDay(iso)} at ${formatTime(iso)}`;
}

/** "today at 3:45 AM", "yesterday at 3:45 AM" or "on 13 February 2027 at 3:45 AM" */
export function formatMoment(iso: string, now: number): string {
  return `${formatNearDay(dayOf(iso), today(now))} at ${formatTime(iso)}`;
}

function formatNearDay(day: string, currentDay: string): string {
  if (day === currentDay) return "today";
  return addDays(day, 1) === currentDay ? "yesterday" : `on ${formatDate(day)}`;
}
