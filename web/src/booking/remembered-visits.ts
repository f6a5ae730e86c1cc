// The appointments that were booked on this device, until they are over: when they are, and the patient's link. Nothing else
// about the patient. The server is asked what has become of them; it is never asked about a phone number.
import { useMemo, useSyncExternalStore } from "react";
import type { AppointmentState } from "../generated/AppointmentState";
import { clinicMoment } from "../lib/time/clinic-time";

export interface RememberedVisit {
  readonly token: string;
  readonly state: AppointmentState;
  /** In clinic time. */
  readonly date: string;
  readonly time: string;
  readonly minutes: number;
}

const STORAGE = "visits";

/** More than a family books at once. */
const MAX_VISITS = 10;

const MINUTE_MS = 60_000;

export function rememberVisit(visit: RememberedVisit): void {
  const others = rememberedVisits().filter(({ token }) => token !== visit.token);
  store([...others, visit].slice(-MAX_VISITS));
}

/** Changes a visit that is remembered. One that is not stays unknown to this device. */
export function updateVisit(visit: RememberedVisit): void {
  replaceVisit(visit.token, visit);
}

export function forgetVisit(token: string): void {
  store(rememberedVisits().filter((visit) => visit.token !== token));
}

/** The visit has another link. One that was forgotten stays forgotten. */
export function replaceVisit(token: string, visit: RememberedVisit): void {
  const visits = rememberedVisits();
  if (!visits.some((known) => known.token === token)) return;
  store(visits.map((known) => (known.token === token ? visit : known)));
}

/** Whether there may be one that is not over. */
export function useRemembersVisits(): boolean {
  return useSyncExternalStore(subscribe, readStorage, () => "") !== "";
}

/** The next one first. */
export function useRememberedVisits(): readonly RememberedVisit[] {
  const stored = useSyncExternalStore(subscribe, readStorage, () => "");
  return useMemo(
    () =>
      parseVisits(stored).sort((a, b) => (`${a.date} ${a.time}` < `${b.date} ${b.time}` ? -1 : 1)),
    [stored],
  );
}

/** Without the clock: a visit of a day that can still be booked is not over. */
export function visitOn(date: string): RememberedVisit | undefined {
  return rememberedVisits().find((visit) => visit.date === date && visit.state !== "cancelled");
}

/** For hiding it. Only the server's answer removes a visit: it may have been moved. */
export function isOver({ date, time, minutes, state }: RememberedVisit, now: number): boolean {
  const end = clinicMoment(date, time) + minutes * MINUTE_MS;
  return state === "done" || state === "missed" || !(now < end);
}

export function rememberedVisits(): RememberedVisit[] {
  return parseVisits(readStorage());
}

function parseVisits(text: string): RememberedVisit[] {
  try {
    const stored: unknown = JSON.parse(text || "[]");
    return Array.isArray(stored) ? stored.filter(isVisit) : [];
  } catch {
    return [];
  }
}

function readStorage(): string {
  try {
    return localStorage.getItem(STORAGE) ?? "";
  } catch {
    return "";
  }
}

function store(visits: readonly RememberedVisit[]): void {
  try {
    if (visits.length === 0) localStorage.removeItem(STORAGE);
    else localStorage.setItem(STORAGE, JSON.stringify(visits));
  } catch {
    // Storage is blocked or full: the patient still has the link.
  }
  for (const onChange of listeners) onChange();
}

const listeners = new Set<() => void>();

/** Changes of this tab, and of others. */
function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  addEventListener("storage", onChange);
  return () => {
    listeners.delete(onChange);
    removeEventListener("storage", onChange);
  };
}

function isVisit(value: unknown): value is RememberedVisit {
  const visit = (value ?? {}) as Record<string, unknown>;
  return (
    typeof visit.token === "string" &&
    typeof visit.state === "string" &&
    /^\d{4}-\d\d-\d\d$/.test(String(visit.date)) &&
    /^\d\d:\d\d$/.test(String(visit.time)) &&
    typeof visit.minutes === "number"
  );
}
