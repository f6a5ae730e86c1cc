// When a day ends in the clinic's time zone. Lagos is UTC+1 all year, so no time-zone data is needed.

const DAY_MS = 24 * 60 * 60_000;

/** Whether the day, such as "2026-03-04", is over at the given time in milliseconds. */
export function isDayOver(day: string, now: number): boolean {
  return now >= Date.parse(`${day}T00:00:00+01:00`) + DAY_MS;
}
