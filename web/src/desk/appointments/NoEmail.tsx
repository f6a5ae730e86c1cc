// Says before a press that no email will tell the patient.
import type { ReactNode } from "react";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import { Icon } from "../../ui/icon/Icon";
import desk from "../components/desk.module.css";

export function NoEmail({ appointment }: { appointment: DeskAppointment }): ReactNode {
  if (appointment.hasEmail) return null;
  return (
    <span className={desk.noEmail}>
      <Icon name="phone" /> No email: tell the patient yourself
    </span>
  );
}
