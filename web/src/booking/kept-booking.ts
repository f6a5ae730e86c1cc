// What was chosen and typed before the appointment is booked. It is kept in this tab, so that loading the page again, or
// reading another one, loses nothing. It goes with the tab, after an hour (see lib/kept-booking-age.ts), or when the appointment is
// booked.
import { isFresh, BOOKING as STORAGE } from "../lib/kept-booking-age";
import { type Booking, canGoTo, newBooking, STEPS, type Step } from "./booking-reducer";

export type KeptBooking = Pick<Booking, "step" | "service" | "date" | "time" | "details">;

export function keepBooking({ step, service, date, time, details }: Booking): void {
  const kept: KeptBooking = { step, service, date, time, details };
  try {
    sessionStorage.setItem(STORAGE, JSON.stringify({ ...kept, at: Date.now() }));
  } catch {
    // Without storage, the booking lives as long as the page.
  }
}

export function forgetKeptBooking(): void {
  try {
    sessionStorage.removeItem(STORAGE);
  } catch {}
}

/** Null if nothing is kept, or if another release has kept it in another form. A service that can no longer be booked has to
 * be chosen again. `step` is the one to open if it can be opened. */
export function keptBooking(slugs: readonly string[], step: Step | undefined): KeptBooking | null {
  const stored = readStorage();
  if (stored === null) return null;
  const isBookable = stored.service !== null && slugs.includes(stored.service);
  const kept = isBookable ? stored : { ...stored, service: null, date: null, time: null };
  const wanted = [step, kept.step].find((known) => known && canGoTo(kept, known));
  const { service, date, time, details } = kept;
  return { service, date, time, details, step: wanted ?? "service" };
}

function readStorage(): KeptBooking | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(STORAGE) ?? "null");
    if (!isKeptBooking(kept)) return null;
    // An earlier release kept no name of somebody else.
    const details = { ...newBooking.details, ...kept.details };
    return { ...kept, details };
  } catch {
    return null;
  }
}

function isKeptBooking(value: unknown): value is KeptBooking {
  const { step, service, date, time, details, at } = (value ?? {}) as Record<string, unknown>;
  const {
    name,
    phone,
    email,
    note,
    patient = "",
    isForOther = false,
  } = (details ?? {}) as Record<string, unknown>;
  return (
    isFresh(at) &&
    STEPS.some((known) => known === step) &&
    [service, date, time].every((choice) => choice === null || typeof choice === "string") &&
    [name, phone, email, note, patient].every((text) => typeof text === "string") &&
    typeof isForOther === "boolean"
  );
}
