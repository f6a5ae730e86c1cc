// The clinic's time, whatever the device is set to. Lagos is one hour ahead of UTC all year, so a fixed offset is exact
// and no time-zone data is needed.

export const DAY_MS = 86_400_000;
export const UTC_OFFSET_MS = 3_600_000;

/** The digits of clinic time as ISO text: `2026-03-02T08:30:00.000Z` when it is half past eight there. */
export function toClinicTime(now: number): string {
  return new Date(now + UTC_OFFSET_MS).toISOString();
}

/** The moment of a clinic time such as `2026-03-02` and `08:30`, in milliseconds. */
export function clinicMoment(date: string, time: string): number {
  return Date.parse(`${date}T${time}:00Z`) - UTC_OFFSET_MS;
}

/** Adds calendar days. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether the day, such as `2026-03-04`, is over at the given time in milliseconds. */
export function isDayOver(day: string, now: number): boolean {
  return now >= clinicMoment(day, "00:00") + DAY_MS;
}
