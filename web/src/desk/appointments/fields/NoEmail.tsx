// Says whether an email will tell the patient.
import type { ReactNode } from "react";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import { Icon } from "../../../ui/icon/Icon";
import desk from "../../components/desk.module.css";

/** After a press. Nobody is told to come when the clinic is closed: then staff decide first. */
export const GETS_EMAIL =
  "The patient gets an email, but not if the clinic is closed at the time of the visit.";

/** After a press that no email tells. */
export const PLEASE_TELL =
  "No email reaches the patient: please tell them. They are in the list “To tell” under Reminders.";

/** Before a press. */
export function NoEmail({ appointment }: { appointment: DeskAppointment }): ReactNode {
  if (appointment.hasEmail) return null;
  return (
    <span className={desk.noEmail}>
      <Icon name="phone" /> No email: tell the patient yourself
    </span>
  );
}
