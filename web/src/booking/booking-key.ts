// The key that makes a repeated request the same appointment. It stays in this tab until the appointment is booked, so that
// a patient who lost the connection can also reload the page and book again without booking twice.
import { BOOKING_KEY as STORAGE } from "../lib/kept-booking-age";
import { randomKey } from "../lib/random-key";

let current: string | null = null;

export function bookingKey(): string {
  current ??= stored() ?? randomKey();
  try {
    sessionStorage.setItem(STORAGE, current);
  } catch {
    // Without storage, the key lives as long as the page.
  }
  return current;
}

/** Call when the appointment is booked: the next one needs a key of its own. */
export function forgetBookingKey(): void {
  current = null;
  try {
    sessionStorage.removeItem(STORAGE);
  } catch {}
}

function stored(): string | null {
  try {
    return sessionStorage.getItem(STORAGE);
  } catch {
    return null;
  }
}
