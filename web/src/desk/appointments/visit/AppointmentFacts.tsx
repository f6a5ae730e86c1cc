// What is known of an opened appointment: the patient, the time, the chair, and how to reach the patient.
import type { ReactNode } from "react";
import type { DeskChair } from "../../../generated/DeskChair";
import type { OpenedAppointment } from "../../../generated/OpenedAppointment";
import { EmailAddress } from "../../../ui/email-address/EmailAddress";
import desk from "../../components/desk.module.css";
import { patientName } from "../../components/patient-name";
import { StateTag } from "../../components/StateTag";
import { describePlace } from "../adding/series";
import { chairInSentence } from "../chair-name";
import { describeRecall, describeTime } from "./visit-sentences";

interface AppointmentFactsProps {
  opened: OpenedAppointment;
  columns: readonly DeskChair[];
}

export function AppointmentFacts({ opened, columns }: AppointmentFactsProps): ReactNode {
  const { appointment, phone, email, note, cancelReason, recall } = opened;
  const { state } = appointment;
  return (
    <>
      {/* Not a button or a link, which a second press on Enter would press. */}
      <p className={desk.name} tabIndex={-1} data-first-focus>
        {patientName(opened)}
      </p>
      <p>
        {describeTime(appointment)}
        <br />
        {appointment.title},{" "}
        {state === "waiting" ? "no chair yet" : chairInSentence(columns, appointment.chair)},
        reference <span className={desk.code}>{appointment.reference}</span>
        {appointment.series && (
          <>
            <br />
            {describePlace(appointment.series)}
          </>
        )}
      </p>
      <p className={desk.row}>
        <StateTag state={state} />
      </p>
      <p>
        <a href={`tel:${phone}`}>{phone}</a>
        {email && (
          <>
            <br />
            <EmailAddress address={email} />
            {!appointment.hasEmail && " (did not work)"}
          </>
        )}
      </p>
      {note && <p>Note: {note}</p>}
      {cancelReason && state === "cancelled" && <p>Cancelled: {cancelReason}</p>}
      {recall && (
        <p>
          {recall.isEnded ? "No recall any more" : "Recall"} in {describeRecall(recall)}
        </p>
      )}
    </>
  );
}
