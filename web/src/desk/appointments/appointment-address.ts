// The address of the plan of one day.
export const APPOINTMENTS_PATH = "/desk/appointments";

/** `day` is `2026-12-24`. */
export function dayPath(day: string): string {
  return `${APPOINTMENTS_PATH}?day=${day}`;
}

/** Null for an address without a day. */
export function dayIn(search: string): string | null {
  const day = new URLSearchParams(search).get("day");
  return day !== null && /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(Date.parse(day))
    ? day
    : null;
}
