// A day at the reception for unit tests of its screen: a visit at 8:30 AM, and a request that waits to be confirmed.
import { act, screen } from "@testing-library/react";
import { beforeEach, vi } from "vitest";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { DeskAppointments } from "../../generated/DeskAppointments";
import type { OpenedAppointment } from "../../generated/OpenedAppointment";
import { dialog, json, openDesk, press, respond, setUpDesk } from "./desk-harness";
import { appointment, chairs, openedAppointment, receptionist } from "./samples";

export const DAY = "GET appointments?from=2026-11-16&days=1";
export const SHOWN = { date: appointment.date, time: appointment.time };
export const SEEN = { seenDate: appointment.date, seenTime: appointment.time };
export const requested = {
  ...appointment,
  id: "r1",
  reference: "R3Q-5ST",
  state: "requested" as const,
};

export const data: DeskAppointments = {
  chairs: 2,
  columns: chairs(2),
  services: [{ slug: "eye-exams", title: "Eye exams", minutes: 45, buffer: 15 }],
  days: [
    {
      date: "2026-11-16",
      open: [{ from: 480, until: 600 }],
      chairs: [],
      closure: null,
      minutesOpen: 240,
      minutesTaken: 60,
    },
  ],
  appointments: [appointment],
  blocked: [],
};

let stored: OpenedAppointment = openedAppointment;
let changes = 0;

/** Somebody changes the visit at the server, such as a colleague. */
export function storeVisit(change: Partial<OpenedAppointment>): void {
  const changedAt = new Date(Date.parse(stored.changedAt) + 1_000 * ++changes).toISOString();
  stored = { ...stored, changedAt, ...change };
}

/** The answer to a change of the visit, which is stored. */
export const changesTo =
  (visit: DeskAppointment, change: Partial<OpenedAppointment> = {}) =>
  () => {
    storeVisit({ appointment: visit, ...change });
    return Response.json(visit);
  };

/** Somebody comes back to the window, so that its lists are loaded again. */
export const lookAgain = () => act(() => void window.dispatchEvent(new Event("focus")));

/** The answers about the visit as it is stored. */
const storedVisit = {
  "POST appointments/a1/open": () => Response.json(stored),
  "GET appointments/a1": () => {
    const { appointment, toTell, telling, changedAt } = stored;
    return Response.json({ appointment, toTell, telling, changedAt });
  },
};

/** Prepares the desk of a receptionist on that day, at 8:00 AM. */
export function setUpReception(): void {
  setUpDesk();
  beforeEach(() => {
    vi.useFakeTimers({ now: Date.parse("2026-11-16T07:00:00Z"), toFake: ["Date"] });
    stored = openedAppointment;
    respond({
      [DAY]: json(data),
      "GET appointments/requests": json({ appointments: [requested] }),
      "GET appointments/waiting": json({
        requests: 1,
        waiting: 0,
        closed: 0,
        toTell: 2,
        recalls: 1,
      }),
      ...storedVisit,
    });
    return () => vi.useRealTimers();
  });
}

export const openScreen = () => openDesk(receptionist, "/desk/appointments");
export async function openVisit() {
  await openScreen();
  await press(/K7Q-4XM/);
  await screen.findByText("Ada Obi");
  return dialog("Appointment");
}

/** A refusal with a sentence for each field. */
export const refuseFields = (fields: Record<string, string>) => () =>
  Response.json(
    { error: { code: "invalid_booking", message: Object.values(fields)[0] }, fields },
    { status: 422 },
  );
