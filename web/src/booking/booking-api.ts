// The API calls of booking: free times, booking, and the patient's own appointment. Parses the responses and returns every
// failure as a value.
import type { BookedAppointment } from "../generated/BookedAppointment";
import type { BookingRequest } from "../generated/BookingRequest";
import type { ErrorResponse } from "../generated/ErrorResponse";
import type { FreeDay } from "../generated/FreeDay";
import type { FreeSlots } from "../generated/FreeSlots";
import type { PatientAppointment } from "../generated/PatientAppointment";
import type { SlotOffer } from "../generated/SlotOffer";
import { addDays } from "../lib/time/clinic-time";

export type BookingFailure =
  /** Somebody else has taken the time. */
  | { readonly kind: "taken"; readonly message: string; readonly nearest: readonly SlotOffer[] }
  /** A sentence for each field to correct, by the name of the field. */
  | { readonly kind: "invalid"; readonly fields: Readonly<Record<string, string>> }
  /** The server's own sentence says what to do. */
  | { readonly kind: "refused"; readonly message: string; readonly status: number }
  /** No response: no network, or a timeout. */
  | { readonly kind: "unreachable" }
  | { readonly kind: "serverError" };

export type Result<T> = { readonly kind: "ok"; readonly value: T } | BookingFailure;

const TIMEOUT_MS = 20_000;
/** The most days that one request may ask for. */
const MAX_DAYS = 62;

/** The free times from today on, for so many days after it. The server knows what day it is at the clinic. */
export async function fetchFreeDays(
  service: string,
  daysAhead: number,
): Promise<Result<readonly FreeDay[]>> {
  const days: FreeDay[] = [];
  while (days.length <= daysAhead) {
    const count = Math.min(MAX_DAYS, daysAhead + 1 - days.length);
    const query = new URLSearchParams({ service, days: String(count) });
    const last = days.at(-1);
    if (last) query.set("from", addDays(last.date, 1));
    const result = await call<FreeSlots>(`/api/booking/slots?${query}`);
    if (result.kind !== "ok") return result;
    if (!Array.isArray(result.value.days) || result.value.days.length === 0) {
      return { kind: "serverError" };
    }
    days.push(...result.value.days);
  }
  return { kind: "ok", value: days };
}

/** With the same key, the same request again is the same appointment. */
export function book(request: BookingRequest, key: string): Promise<Result<BookedAppointment>> {
  return call("/api/booking", request, { "idempotency-key": key });
}

/** The token is in the body of every call and never in its path, which servers log. */
export function fetchAppointment(token: string): Promise<Result<PatientAppointment>> {
  return call("/api/booking/appointment", { token });
}

export function moveAppointment(token: string, to: SlotOffer): Promise<Result<PatientAppointment>> {
  return call("/api/booking/appointment/move", { token, ...to });
}

export function cancelAppointment(token: string): Promise<Result<PatientAppointment>> {
  return call("/api/booking/appointment/cancel", { token });
}

/** Once. The answer has another link, and the earlier one ends. With the same key, the same request again has the same answer. */
export function correctEmail(
  token: string,
  email: string,
  key: string,
): Promise<Result<BookedAppointment>> {
  return call("/api/booking/appointment/email", { token, email }, { "idempotency-key": key });
}

export function fetchCalendarFile(token: string): Promise<Result<Blob>> {
  return call("/api/booking/appointment/calendar", { token }, {}, (response) => response.blob());
}

async function readObject(response: Response): Promise<object | null> {
  return parseObject(await response.text());
}

/** With a body it is a POST request. */
async function call<T>(
  path: string,
  body?: object,
  headers = {},
  read: (response: Response) => Promise<object | null> = readObject,
): Promise<Result<T>> {
  try {
    const response = await fetch(path, {
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
      // Browsers older than Chrome 103 do not have AbortSignal.timeout; they wait for the network's own timeout.
      signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
    });
    const parsed = await (response.ok ? read : readObject)(response);
    if (!parsed) return { kind: "serverError" };
    return response.ok
      ? { kind: "ok", value: parsed as T }
      : failureOf(response.status, parsed as Partial<ErrorResponse>);
  } catch {
    return { kind: "unreachable" };
  }
}

function failureOf(
  status: number,
  { error, nearest, fields }: Partial<ErrorResponse>,
): BookingFailure {
  if (status >= 500 || !error) return { kind: "serverError" };
  // While the site is being upgraded, an instance of the earlier release may answer that does not have this call.
  if (error.code === "not_found" || error.code === "method_not_allowed") {
    return { kind: "serverError" };
  }
  if (error.code === "slot_taken") {
    return { kind: "taken", message: error.message, nearest: nearest ?? [] };
  }
  if (fields) return { kind: "invalid", fields };
  return { kind: "refused", message: error.message, status };
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}

/** What to tell the patient. `again` is the button to press. */
export function describeFailure(failure: BookingFailure, again: string): string {
  switch (failure.kind) {
    case "taken":
    case "refused":
      return failure.message;
    case "invalid":
      return Object.values(failure.fields).join(" ");
    case "unreachable":
      return `We could not reach our server. Please check your connection, then press “${again}” again.`;
    case "serverError":
      return `Something went wrong on our side. Please press “${again}” again in a minute. If it still does not work, please call us.`;
  }
}
