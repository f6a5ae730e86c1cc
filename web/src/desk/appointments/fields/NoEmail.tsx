// Says whether an email will tell the patient, and after a press, who does.
import type { ReactNode } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { ToldBy } from "../../../generated/ToldBy";
import { Icon } from "../../../ui/icon/Icon";
import desk from "../../components/desk.module.css";
import type { ActionResult } from "../../components/use-action";

const TOLD_BY: Record<ToldBy, string> = {
  email: "The patient gets an email.",
  staff:
    "No email reaches the patient: please tell them. They are in the list “To tell” under Reminders.",
  "after-decision":
    "The clinic is closed at this time, so the patient gets no email. Please decide about the visit in the list “Visits that cannot take place as booked”.",
};

/** After a press: who tells the patient, if there is anything to tell. An instance of an older release does not say it. */
export const describeTelling = ({ toldBy }: DeskAppointment): string =>
  toldBy ? TOLD_BY[toldBy] : "";

/** The result of a press on a visit. */
export const toldResult = (message: string, visit: DeskAppointment): ActionResult => ({
  tone: "success",
  message: `${message} ${describeTelling(visit)}`.trim(),
  emailWaitsUntil: visit.emailWaitsUntil,
});

/** Before a press. */
export function NoEmail({ appointment }: { appointment: DeskAppointment }): ReactNode {
  if (appointment.hasEmail) return null;
  return (
    <span className={desk.noEmail}>
      <Icon name="phone" /> No email: tell the patient yourself
    </span>
  );
}
