// What the dialog of an appointment says, and which buttons each state has.
import type { AgreedRecall } from "../../../generated/AgreedRecall";
import type { AppointmentState } from "../../../generated/AppointmentState";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { ToldByStaff } from "../../../generated/ToldByStaff";
import type { ToTell } from "../../../generated/ToTell";
import { dayOf, formatClock, formatDay, formatTime, formatWeekday } from "../../clinic-time";
import { stateText } from "../../components/StateTag";
import type { ActionResult } from "../../components/use-action";
import { MISSED, WHAT } from "../../reminders/ToTellList";
import type { Outcome } from "./change-several";

/** Until when the last of the emails about these changes is held. */
export function emailWaitsUntil(visits: readonly DeskAppointment[]): string | null {
  const times = visits.flatMap((visit) => visit.emailWaitsUntil ?? []);
  return times.sort().at(-1) ?? null;
}

/** Said after a move to another chair at the same time. */
export const TIME_STAYS = "The time stays, so the patient is not told.";

/** Names what was pressed last. */
export function undoLabel({ state, movedFrom, lastDecision }: DeskAppointment): string {
  if (lastDecision) {
    return lastDecision === "keep" ? "Undo “It takes place”" : "Undo “Tell”";
  }
  if (state === "cancelled") return "Undo the cancellation";
  if (movedFrom !== null) {
    return `Undo the move: back to ${formatWeekday(movedFrom.date)}, ${formatClock(movedFrom.time)}`;
  }
  if (state === "confirmed") return "Undo the confirmation";
  return STATE_BUTTONS[state] ? `Undo “${STATE_BUTTONS[state]}”` : "Undo";
}

export const countVisits = (count: number): string =>
  count === 1 ? "1 visit is" : `${count} visits are`;

export function describeOutcome(
  { changed, failed }: Outcome<DeskAppointment>,
  done: string,
): ActionResult {
  const waits = { emailWaitsUntil: emailWaitsUntil(changed) };
  if (failed === 0) return { tone: "success", message: done, ...waits };
  const message = `${done} ${failed} of the visits could not be changed: please open and look at them.`;
  return { tone: "alarm", message, ...waits };
}

/** What can be pressed in each state, the most likely first. */
export const NEXT_STATES: Record<AppointmentState, readonly AppointmentState[]> = {
  waiting: ["confirmed"],
  requested: ["confirmed"],
  confirmed: ["arrived", "missed"],
  arrived: ["done"],
  missed: ["arrived"],
  done: [],
  cancelled: [],
};

export const STATE_BUTTONS: Record<AppointmentState, string> = {
  waiting: "",
  requested: "",
  confirmed: "Confirm",
  arrived: "Arrived",
  missed: "Missed",
  done: "Done",
  cancelled: "",
};

export const CLOSED_THEN =
  "The clinic is closed at this time. Confirm the request all the same? The patient is told when you press “It takes place” in the list of visits that cannot take place as booked.";

export const emailReturnedQuestion = (address: string): string =>
  `Did an email to ${address} come back? Then nothing more is emailed to this address about the visit, and you call the patient or send a message instead.`;

/** "May 2027: yearly check" */
export const describeRecall = ({ due, reason }: AgreedRecall): string =>
  `${formatDay(due).replace(/^\d+ /, "")}: ${reason}`;

const SUCCESS: Record<AppointmentState, string> = {
  waiting: "",
  requested: "",
  confirmed: "Confirmed.",
  arrived: "Marked as arrived.",
  missed: "Marked as missed.",
  done: "The visit is done.",
  cancelled: "",
};

export const describeState = ({ state }: DeskAppointment): string => SUCCESS[state];

/** What the patient does not know, as in the list "To tell". */
export const whatToTell = (state: AppointmentState, toTell: ToTell): string =>
  state === "missed" ? MISSED : WHAT[toTell];

const TOLD: Record<ToTell, string> = {
  confirmed: "told the patient that the visit is confirmed",
  requested: "told the patient that the visit is not certain yet",
  moved: "told the patient the new time",
  cancelled: "told the patient that the visit is cancelled",
  expired: "told the patient that the request has expired",
  closed: "told the patient that the clinic is closed then",
  reminder: "reminded the patient",
};

/** "ngozi reminded the patient on Monday 16 November 2026, 8:30 AM." */
export const describeTold = ({ toTell, by, at }: ToldByStaff): string =>
  `${by ?? "A colleague"} ${TOLD[toTell]} on ${formatWeekday(dayOf(at))}, ${formatTime(at)}.`;

/** Said of a visit that somebody else has changed. */
export function describeNewer(now: DeskAppointment, shown: DeskAppointment): string {
  const isSame = (["date", "time", "state"] as const).every((name) => now[name] === shown[name]);
  return isSame
    ? "Something about this visit was changed meanwhile."
    : `This visit was changed meanwhile: ${formatWeekday(now.date)}, ${formatClock(now.time)}, ${stateText(now.state).toLowerCase()}.`;
}

/** "Monday 16 November 2026, 8:30 AM, 45 minutes". A line does not break before "AM". */
export function describeTime({ date, time, minutes }: DeskAppointment): string {
  return `${formatWeekday(date)}, ${formatClock(time).replace(" ", "\u00a0")}, ${minutes} minutes`;
}
