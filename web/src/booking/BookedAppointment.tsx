// The result of booking: what was booked, what happens next, and how to keep, move or cancel it.
import type { ReactNode, Ref } from "react";
import type { AppointmentState } from "../generated/AppointmentState";
import { Button } from "../ui/button/Button";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import { type Appointment, AppointmentFacts, KeepAppointment } from "./AppointmentFacts";
import styles from "./BookingForm.module.css";

interface BookedAppointmentProps {
  heading: Ref<HTMLHeadingElement>;
  appointment: Appointment & { state: AppointmentState; manage: string };
  hasEmail: boolean;
  clinicName: string;
  address: string;
  whatsapp: string;
  place: ReactNode;
  /** Reads the result aloud. */
  listen: ReactNode;
  onRestart: () => void;
}

export function BookedAppointment({
  heading,
  appointment,
  hasEmail,
  place,
  listen,
  onRestart,
  ...clinic
}: BookedAppointmentProps): ReactNode {
  const { state, manage } = appointment;
  const isConfirmed = state === "confirmed";
  return (
    <section aria-labelledby="booking-step" className={styles.step} data-booking="">
      <h2 id="booking-step" ref={heading} tabIndex={-1}>
        {isConfirmed ? "Your appointment is booked" : "We have your request"}
      </h2>
      <Notice tone="success">
        <p>{nextStep(state, hasEmail)}</p>
      </Notice>
      {listen}
      <AppointmentFacts appointment={appointment} place={place} />
      <KeepAppointment appointment={appointment} token={manage.split("#")[1] ?? ""} {...clinic} />
      <p>
        <Link href={manage}>See, move or cancel this appointment</Link>. Keep the address of that
        page to yourself: whoever has it can change the appointment.
      </p>
      <div>
        <Button weight="quiet" onClick={onRestart}>
          Book another appointment
        </Button>
      </div>
    </section>
  );
}

function nextStep(state: AppointmentState, hasEmail: boolean): string {
  if (state === "confirmed") {
    return hasEmail
      ? "We have sent you an email with the details."
      : "We look forward to seeing you.";
  }
  return hasEmail
    ? "This time is not certain yet. We will confirm it by email, or offer another one."
    : "This time is not certain yet. We will call you or send you a message to confirm it, or to offer another one.";
}
