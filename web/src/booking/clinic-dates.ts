// Dates and times of appointments, as text: `2026-03-02` and `08:30`, in the clinic's time. They are never converted, so
// that the phone's clock and time zone do not matter. Does not use Intl, which the server's JavaScript engine lacks.
import { clinicMoment, toClinicTime } from "../lib/time/clinic-time";
import { formatDate } from "../lib/time/dates";
import { clockTime, WEEKDAYS } from "../lib/time/open-state";

/** Monday is 0, Sunday is 6. */
export function weekday(date: string): number {
  return (new Date(Date.parse(date)).getUTCDay() + 6) % 7;
}

/** "Monday 2 March 2026" */
export function longDate(date: string): string {
  return `${WEEKDAYS[weekday(date)]} ${formatDate(date)}`;
}

/** `2026-03` becomes "March 2026". */
export function longMonth(month: string): string {
  return formatDate(`${month}-01`).slice("1 ".length);
}

/** `08:30` becomes "8:30 AM". */
export function longTime(time: string): string {
  const [hours = "", minutes = ""] = time.split(":");
  return clockTime(Number(hours) * 60 + Number(minutes));
}

/** "Monday 2 March 2026 at 8:30 AM" */
export function longDateTime(date: string, time: string): string {
  return `${longDate(date)} at ${longTime(time)}`;
}

/** A moment of the server, such as `2026-03-02T06:30:00Z`, in the clinic's time. */
export function longMoment(timestamp: string): string {
  const local = toClinicTime(Date.parse(timestamp));
  return longDateTime(local.slice(0, 10), local.slice(11, 16));
}

/** The moment of a clinic time in UTC, as calendars write it: `20260302T073000Z`. */
export function calendarMoment(date: string, time: string, addMinutes = 0): string {
  const moment = clinicMoment(date, time) + addMinutes * 60_000;
  return new Date(moment).toISOString().replace(/[-:]|\.\d+/g, "");
}
