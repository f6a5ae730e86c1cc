// The result of booking: what was booked, what happens next, and how to keep, move or cancel it.
import { type ReactNode, type Ref, useState } from "react";
import type { AppointmentState } from "../generated/AppointmentState";
import type { BookedAppointment as CorrectedAppointment } from "../generated/BookedAppointment";
import { Button } from "../ui/button/Button";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import { type Appointment, AppointmentFacts, KeepAppointment } from "./AppointmentFacts";
import styles from "./BookingForm.module.css";
import { CorrectEmail } from "./CorrectEmail";
import { forgetVisit } from "./remembered-visits";
import { tokenOf } from "./use-link-token";

interface BookedAppointmentProps {
  heading: Ref<HTMLHeadingElement>;
  appointment: Appointment & { state: AppointmentState; manage: string; emailed: boolean };
  /** Empty when the patient gave none. */
  email: string;
  onCorrected: (email: string, booked: CorrectedAppointment) => void;
  clinicName: string;
  address: string;
  whatsapp: string;
  place: ReactNode;
  /** Reads the result aloud. */
  listen: ReactNode;
  onRestart: (isOtherPerson: boolean) => void;
}

export function BookedAppointment({
  heading,
  appointment,
  email,
  onCorrected,
  place,
  listen,
  onRestart,
  ...clinic
}: BookedAppointmentProps): ReactNode {
  const { state, manage, emailed } = appointment;
  const isConfirmed = state === "confirmed";
  const [isForgotten, setIsForgotten] = useState(false);
  return (
    <section aria-labelledby="booking-step" className={styles.step} data-booking="">
      <h2 id="booking-step" ref={heading} tabIndex={-1}>
        {isConfirmed ? "Your appointment is booked" : "We have your request"}
      </h2>
      <Notice tone="success">
        <p>{nextStep(state, email, emailed)}</p>
      </Notice>
      {email && (
        <CorrectEmail
          email={email}
          emailed={emailed}
          token={tokenOf(manage)}
          onCorrected={onCorrected}
        />
      )}
      {listen}
      <AppointmentFacts appointment={appointment} place={place} />
      <KeepAppointment appointment={appointment} token={tokenOf(manage)} {...clinic} />
      <p>
        <Link href={manage}>See, move or cancel this appointment</Link>. Keep the address of that
        page to yourself: whoever has it can change the appointment.
      </p>
      <OnThisDevice
        isForgotten={isForgotten}
        onForget={() => {
          forgetVisit(tokenOf(manage));
          setIsForgotten(true);
        }}
      />
      <div>
        <Button weight="quiet" onClick={() => onRestart(isForgotten)}>
          Book another appointment
        </Button>
      </div>
    </section>
  );
}

interface OnThisDeviceProps {
  isForgotten: boolean;
  onForget: () => void;
}

/** Somebody may book on a device that others use. */
function OnThisDevice({ isForgotten, onForget }: OnThisDeviceProps): ReactNode {
  return (
    <div role="status" className={styles.device}>
      {isForgotten ? (
        <p>This device has forgotten the appointment. Keep the reference.</p>
      ) : (
        <>
          <p>
            This device remembers the appointment until it is over, and shows it when you come back
            to this page.
          </p>
          <Button weight="quiet" onClick={onForget}>
            Forget it on this device
          </Button>
        </>
      )}
    </div>
  );
}

function nextStep(state: AppointmentState, email: string, emailed: boolean): string {
  if (state === "confirmed") {
    if (emailed) return "We have sent you an email with the details.";
    return email
      ? "We look forward to seeing you. We have not sent you an email now, so please keep the link below."
      : "We look forward to seeing you.";
  }
  return email
    ? "This time is not certain yet. We will confirm it by email, or offer another one."
    : "This time is not certain yet. We will call you or send you a message to confirm it, or to offer another one.";
}
