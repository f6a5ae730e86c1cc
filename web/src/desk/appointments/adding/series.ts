// Visits that follow each other: their dates, and what speaks against each of them.
import type { CheckedTime } from "../../../generated/CheckedTime";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { PlaceInSeries } from "../../../generated/PlaceInSeries";
import type { ProblemOfTime } from "../../../generated/ProblemOfTime";
import type { SlotOffer } from "../../../generated/SlotOffer";
import type { VisitTime } from "../../../generated/VisitTime";
import { addDays } from "../../../lib/time/clinic-time";
import { apiFailureOf } from "../../api/api-error";
import * as api from "../../api/endpoints";

export const MAX_WEEKS = 26;
export const MAX_VISITS = 12;

/** What the fields begin with. */
export const FIRST_REPEAT = { weeks: "4", visits: "3" };

/** A visit that is not stored yet. */
export interface PlannedVisit {
  /** The time by the calendar. It stays when staff choose another one. */
  readonly planned: SlotOffer;
  readonly slot: SlotOffer;
  /** Null when the time is free. */
  readonly problem: ProblemOfTime | null;
  readonly nearest: readonly SlotOffer[];
  readonly isLeftOut: boolean;
  /** Staff have chosen a time outside of the opening hours. */
  readonly outsideHours: boolean;
}

/** The times of all visits, the first one included. */
export function timesOf(first: SlotOffer, weeks: number, visits: number): SlotOffer[] {
  return Array.from({ length: visits }, (_, number) => ({
    date: addDays(first.date, 7 * weeks * number),
    time: first.time,
  }));
}

export async function planVisits(
  service: string,
  times: readonly SlotOffer[],
): Promise<PlannedVisit[]> {
  const { visits } = await api.checkVisitTimes({ service, visits: [...times] });
  return visits.map((checked) => ({
    planned: slotOf(checked),
    isLeftOut: false,
    outsideHours: false,
    ...changesOf(checked),
  }));
}

/** The same visits, after one of their times was taken meanwhile. Those that are left out stay so. */
async function checkAgain(service: string, plan: readonly PlannedVisit[]): Promise<PlannedVisit[]> {
  const { visits } = await api.checkVisitTimes({ service, visits: visitTimes(plan) });
  const checked = visits.values();
  return plan.map((visit) => {
    const next = visit.isLeftOut ? undefined : checked.next().value;
    return next ? { ...visit, ...changesOf(next) } : visit;
  });
}

/** Stores the visits. When one of the times was taken meanwhile, none is stored, and the times are looked at again. */
export async function storePlan<T>(
  service: string,
  plan: readonly PlannedVisit[],
  setPlan: (plan: readonly PlannedVisit[]) => void,
  store: () => Promise<T>,
): Promise<T> {
  try {
    return await store();
  } catch (error) {
    const failure = apiFailureOf(error);
    if (failure.kind === "rejected" && failure.code === "slot_taken") {
      // Without an answer, the plan stays as it is: the next press looks again.
      await checkAgain(service, plan).then(setPlan, () => undefined);
    }
    throw error;
  }
}

const slotOf = ({ date, time }: SlotOffer): SlotOffer => ({ date, time });
const changesOf = (checked: CheckedTime) => ({
  slot: slotOf(checked),
  problem: checked.problem,
  nearest: checked.nearest,
});

/** Those that are stored. */
export function visitTimes(plan: readonly PlannedVisit[]): VisitTime[] {
  return plan
    .filter((visit) => !visit.isLeftOut)
    .map(({ slot, outsideHours }) => ({ ...slot, ...(outsideHours && { outsideHours }) }));
}

/** What staff have to do before the visits can be stored. */
export function describeMissing(plan: readonly PlannedVisit[]): string | null {
  const stored = plan.filter((visit) => !visit.isLeftOut);
  if (stored.length === 0) return "All visits are left out. Put at least one of them back.";
  const open = stored.filter((visit) => visit.problem !== null).length;
  if (open === 0) return null;
  const which = open === 1 ? "One visit has" : `${open} visits have`;
  return `${which} no time yet. Choose another time for each, or leave it out.`;
}

/** "every 4 weeks" */
export const describeWeeks = (weeks: number): string =>
  weeks === 1 ? "every week" : `every ${weeks} weeks`;

/** "Visit 2 of 3, every 4 weeks" */
export const describePlace = ({ number, visits, weeks }: PlaceInSeries): string =>
  `Visit ${number} of ${visits}, ${describeWeeks(weeks)}`;

/** After they were stored. */
export function describeAdded(added: readonly DeskAppointment[]): string {
  const references = added.map(({ reference }) => reference).join(", ");
  const count = added.length === 1 ? "1 visit was" : `${added.length} visits were`;
  const told = added.some(({ hasEmail }) => hasEmail)
    ? "The patient gets one email about all of them."
    : "No email reaches the patient: the list “To tell” under Reminders has them once, with all dates.";
  return `${count} added: ${references}. ${told}`;
}

export const addLabel = (visits: number): string =>
  visits === 1 ? "Add 1 visit" : `Add ${visits} visits`;
