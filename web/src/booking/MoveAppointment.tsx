// Moving the patient's own appointment: a day, a time, and a button that says what will happen.
import { type ReactNode, type Ref, useEffect, useRef, useState } from "react";
import type { PatientAppointment } from "../generated/PatientAppointment";
import type { SlotOffer } from "../generated/SlotOffer";
import { Button } from "../ui/button/Button";
import { Notice } from "../ui/notice/Notice";
import styles from "./BookingForm.module.css";
import { type BookingFailure, describeFailure } from "./booking-api";
import { longDate, longDateTime } from "./clinic-dates";
import { DayChoice, FreeTimes } from "./SlotChoice";
import { useFreeDays } from "./use-free-days";

interface MoveAppointmentProps {
  heading: Ref<HTMLHeadingElement>;
  appointment: PatientAppointment;
  daysAhead: number;
  busy: boolean;
  failure: BookingFailure | null;
  onMove: (to: SlotOffer) => void;
  onClose: () => void;
}

export function MoveAppointment({
  heading,
  appointment,
  daysAhead,
  busy,
  failure,
  onMove,
  onClose,
}: MoveAppointmentProps): ReactNode {
  const { freeDays, reload } = useFreeDays(appointment.service, daysAhead);
  const [date, setDate] = useState<string | null>(null);
  const [time, setTime] = useState<string | null>(null);
  const times = useRef<HTMLHeadingElement>(null);
  const confirm = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (date !== null) times.current?.focus();
  }, [date]);
  useEffect(() => {
    if (time !== null) confirm.current?.querySelector("button")?.focus();
  }, [time]);
  // The times on the screen are out of date.
  useEffect(() => {
    if (failure?.kind !== "taken" && failure?.kind !== "invalid") return;
    setTime(null);
    reload();
  }, [failure, reload]);

  const choose = (offer: SlotOffer) => {
    setDate(offer.date);
    setTime(offer.time);
  };
  const label =
    date !== null && time !== null ? `Move to ${longDateTime(date, time)}` : "Move to another time";
  return (
    <section aria-labelledby="appointment-state" className={styles.step}>
      <h2 id="appointment-state" ref={heading} tabIndex={-1}>
        Move to another time
      </h2>
      <p>
        Now: {appointment.title}, {longDateTime(appointment.date, appointment.time)}. You keep this
        time until you have moved.
        {appointment.moveNeedsConfirmation &&
          " It is confirmed. The new time is not certain until we confirm it."}
      </p>
      {failure && (
        <Notice tone="alarm" live>
          <p>{describeFailure(failure, label)}</p>
          {failure.kind === "taken" && failure.nearest.length > 0 && (
            <ul className={styles.offers}>
              {failure.nearest.map((offer) => (
                <li key={`${offer.date} ${offer.time}`}>
                  <Button weight="quiet" wide onClick={() => choose(offer)}>
                    {longDateTime(offer.date, offer.time)}
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      <DayChoice
        freeDays={freeDays}
        selected={date}
        onSelect={(chosen) => {
          setDate(chosen);
          setTime(null);
        }}
        onRetry={reload}
      />
      {date !== null && (
        <>
          <h3 ref={times} tabIndex={-1}>
            {longDate(date)}
          </h3>
          {freeDays.kind === "ready" && (
            <FreeTimes
              freeDays={freeDays}
              date={date}
              selected={time}
              onSelect={setTime}
              onRetry={reload}
              onOtherDay={() => setDate(null)}
            />
          )}
        </>
      )}
      <div ref={confirm} className={styles.buttons}>
        {date !== null && time !== null && (
          <Button
            busy={busy}
            onClick={() => {
              if (!busy) onMove({ date, time });
            }}
          >
            {busy ? "Moving…" : label}
          </Button>
        )}
        <Button weight="quiet" onClick={onClose}>
          Keep the time as it is
        </Button>
      </div>
    </section>
  );
}
