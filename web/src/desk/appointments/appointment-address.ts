// The addresses of the plan of one day and of a list.
export const APPOINTMENTS_PATH = "/desk/appointments";

/** The visits that cannot take place as booked. */
export const CLOSED_VISITS_PATH = `${APPOINTMENTS_PATH}#closed-visits`;

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
