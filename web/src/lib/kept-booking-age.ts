// What was typed while booking goes an hour after it was last changed, on whatever page of the site the tab shows then: somebody
// else may use the device. Reading and writing it belongs to the booking form; this runs on pages that do not load the form.

/** The keys in the tab's storage. */
export const BOOKING = "booking";
export const BOOKING_KEY = "bookingKey";

const MAX_AGE_MS = 60 * 60_000;
const LOOK_EVERY_MS = 30_000;

/** `at` is when it was changed. A time to come is as wrong as an old one. */
export function isFresh(at: unknown): boolean {
  return Math.abs(Date.now() - Number(at ?? Number.NaN)) < MAX_AGE_MS;
}

/** Also after the device has slept, and when the page comes back from the browser's own cache of pages. */
export function startForgettingBooking(): void {
  forgetOldBooking();
  setInterval(forgetOldBooking, LOOK_EVERY_MS);
  addEventListener("pageshow", forgetOldBooking);
  document.addEventListener("visibilitychange", forgetOldBooking);
}

function forgetOldBooking(): void {
  try {
    const kept = sessionStorage.getItem(BOOKING);
    if (kept !== null && isFresh(changedAt(kept))) return;
    sessionStorage.removeItem(BOOKING);
    sessionStorage.removeItem(BOOKING_KEY);
  } catch {
    // Without storage, nothing is kept.
  }
}

function changedAt(kept: string): unknown {
  try {
    return (JSON.parse(kept) as { at?: unknown } | null)?.at;
  } catch {
    return undefined;
  }
}
