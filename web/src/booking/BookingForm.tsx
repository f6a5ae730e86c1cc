// Booking an appointment in four steps. One step is open at a time; finished ones show what was chosen and can be changed.
import { type ReactNode, useEffect, useReducer, useRef } from "react";
import type { BookableService } from "../generated/BookableService";
import { Button } from "../ui/button/Button";
import { Notice } from "../ui/notice/Notice";
import { BookedAppointment } from "./BookedAppointment";
import styles from "./BookingForm.module.css";
import { book } from "./booking-api";
import { bookingKey, forgetBookingKey } from "./booking-key";
import {
  atFormFields,
  type Booking,
  bookingReducer,
  canGoTo,
  fieldError,
  newBooking,
  otherPatient,
  patientRequest,
  STEPS,
  type Step,
} from "./booking-reducer";
import { longDate, longTime } from "./clinic-dates";
import { forgetKeptBooking, keepBooking, keptBooking } from "./kept-booking";
import { MAX_NOTE, PatientDetails } from "./PatientDetails";
import { RememberedVisits } from "./RememberedVisits";
import { rememberVisit, replaceVisit } from "./remembered-visits";
import { DayChoice, FreeTimes } from "./SlotChoice";
import { useFreeDays } from "./use-free-days";
import { tokenOf } from "./use-link-token";
import { entryStep, setFirstStep, useStepHistory } from "./use-step-history";

interface BookingFormProps {
  services: readonly BookableService[];
  daysAhead: number;
  clinicName: string;
  /** The address of the clinic in one line. */
  address: string;
  /** The clinic's WhatsApp link. */
  whatsapp: string;
  place: ReactNode;
  /** Reads the result aloud. */
  listen: ReactNode;
}

const HEADINGS: Record<Step, string> = {
  service: "Choose a service",
  day: "Choose a day",
  time: "Choose a time",
  details: "Your details",
};

const NAMES: Record<Step, string> = {
  service: "Service",
  day: "Day",
  time: "Time",
  details: "Your details",
};

export function BookingForm({ services, daysAhead, ...clinic }: BookingFormProps): ReactNode {
  const [booking, dispatch] = useReducer(bookingReducer, newBooking);
  const { freeDays, reload } = useFreeDays(booking.service, daysAhead);
  const service = services.find(({ slug }) => slug === booking.service);
  const heading = useStepHeading(booking);

  useEffect(() => {
    const slugs = services.map(({ slug }) => slug);
    const kept = keptBooking(slugs, entryStep());
    if (kept) dispatch({ type: "restore", kept });
    const wanted = new URLSearchParams(location.search).get("service");
    // Somebody who comes back to the page may have chosen another service than the link's.
    const isNew = kept === null || entryStep() === undefined;
    if (wanted !== null && slugs.includes(wanted) && isNew && wanted !== kept?.service) {
      dispatch({ type: "chooseService", service: wanted });
      setFirstStep("day");
    } else {
      setFirstStep(kept?.step ?? "service");
    }
  }, [services]);
  useEffect(() => {
    if (booking.booked) forgetKeptBooking();
    else if (booking !== newBooking) keepBooking(booking);
  }, [booking]);
  useStepHistory({
    step: booking.step,
    busy: booking.attempt.kind === "busy",
    canOpen: (step) => booking.booked === null && canGoTo(booking, step),
    onOpen: (step) => dispatch({ type: "goTo", step }),
  });

  useEffect(() => {
    const note = new URLSearchParams(location.hash.slice(1)).get("note");
    if (note === null) return;
    // Blank lines would hide words of a stranger's link below the visible part of the field.
    const words = [...note.replaceAll(/\s+/g, " ").trim()].slice(0, MAX_NOTE).join("");
    dispatch({ type: "type", field: "note", value: words });
    // The visitor can change or delete the note; it must not come back with the address.
    history.replaceState(history.state, "", location.pathname + location.search);
  }, []);

  const patient = otherPatient(booking.details);
  const forWhom = patient ? { patient } : {};

  async function submit() {
    const { service: slug, date, time, details } = booking;
    if (slug === null || date === null || time === null) return;
    dispatch({ type: "submit" });
    const request = { service: slug, date, time, ...patientRequest(details) };
    let result = await book(request, bookingKey());
    if (result.kind === "ok" && result.value.state === "cancelled") {
      // An earlier press was stored although its answer was lost, and that appointment is over.
      forgetBookingKey();
      result = await book(request, bookingKey());
    }
    if (result.kind === "ok") {
      forgetBookingKey();
      const { state, manage } = result.value;
      const minutes = service?.minutes ?? 0;
      rememberVisit({ token: tokenOf(manage), state, date, time, minutes, ...forWhom });
      dispatch({ type: "succeed", booked: result.value });
      return;
    }
    dispatch({ type: "fail", failure: atFormFields(result, details) });
    // The times on the screen are out of date.
    const isRefused = result.kind === "refused" && result.status === 429;
    if (result.kind === "taken" || isRefused || (result.kind === "invalid" && result.fields.time)) {
      reload();
    }
  }

  if (booking.booked && service && booking.date && booking.time) {
    const { date, time } = booking;
    const appointment = { ...service, ...booking.booked, date, time, ...forWhom };
    return (
      <BookedAppointment
        heading={heading}
        appointment={appointment}
        email={booking.details.email.trim()}
        onCorrected={(email, corrected) => {
          const { state, manage } = corrected;
          const { date, time, minutes } = appointment;
          const visit = { token: tokenOf(manage), state, date, time, minutes, ...forWhom };
          replaceVisit(tokenOf(appointment.manage), visit);
          dispatch({ type: "correct", email, booked: corrected });
        }}
        onRestart={(isOtherPerson) => dispatch({ type: "restart", isOtherPerson })}
        {...clinic}
      />
    );
  }

  const current = STEPS.indexOf(booking.step);
  const choices = [
    service?.title,
    booking.date && longDate(booking.date),
    booking.time && longTime(booking.time),
  ];
  return (
    <div className={styles.booking} data-booking="">
      <RememberedVisits />
      <ul className={styles.chosen}>
        {STEPS.slice(0, current).map((step, index) => (
          <li key={step}>
            <span>
              {NAMES[step]}: <strong>{choices[index]}</strong>
            </span>
            <Button weight="quiet" onClick={() => dispatch({ type: "goTo", step })}>
              Change<span className="visually-hidden"> the {NAMES[step].toLowerCase()}</span>
            </Button>
            {step === "service" && service && (
              <p>
                <VisitFacts {...service} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <section aria-labelledby="booking-step" className={styles.step}>
        <p className={styles.progress}>
          Step {current + 1} of {STEPS.length}
        </p>
        <h2 id="booking-step" ref={heading} tabIndex={-1}>
          {HEADINGS[booking.step]}
        </h2>
        <StepError booking={booking} />
        {booking.step === "service" && (
          <ServiceChoice
            services={services}
            selected={booking.service}
            onSelect={(slug) => dispatch({ type: "chooseService", service: slug })}
          />
        )}
        {booking.step === "day" && (
          <DayChoice
            freeDays={freeDays}
            selected={booking.date}
            onSelect={(date) => dispatch({ type: "chooseDay", date })}
            onRetry={reload}
          />
        )}
        {booking.step === "time" && booking.date && (
          <FreeTimes
            freeDays={freeDays}
            date={booking.date}
            selected={booking.time}
            onSelect={(time) => dispatch({ type: "chooseTime", time })}
            onRetry={reload}
            onOtherDay={() => dispatch({ type: "goTo", step: "day" })}
          />
        )}
        {booking.step === "details" && (
          <PatientDetails booking={booking} dispatch={dispatch} onSubmit={() => void submit()} />
        )}
      </section>
    </div>
  );
}

/** A new step gets the focus, so that screen readers read its heading. Not the first one: the page has just opened. */
function useStepHeading({ step, date, time, booked }: Booking) {
  const heading = useRef<HTMLHeadingElement>(null);
  const current = `${step} ${step === "details" && `${date} ${time}`} ${booked !== null}`;
  const shown = useRef(current);
  const isOpened = useRef(false);
  useEffect(() => {
    // Somebody who has not pressed anything yet came with a service in the link.
    isOpened.current ||= navigator.userActivation?.hasBeenActive ?? true;
    if (shown.current !== current && isOpened.current) {
      heading.current?.focus({ preventScroll: true });
      // The top of the form, so that as much as possible of the step is on a phone's screen.
      heading.current?.closest("[data-booking]")?.scrollIntoView({ block: "start" });
    }
    shown.current = current;
  }, [current]);
  return heading;
}

/** Why the service or the time has to be chosen again. */
function StepError({ booking }: { booking: Booking }): ReactNode {
  const error =
    (booking.step === "service" && fieldError(booking, "service")) ||
    (booking.step === "day" && fieldError(booking, "time"));
  return (
    error && (
      <Notice tone="alarm" live>
        <p>{error}</p>
      </Notice>
    )
  );
}

interface ServiceChoiceProps {
  services: readonly BookableService[];
  selected: string | null;
  onSelect: (slug: string) => void;
}

/** Links, so that a press before hydration opens the page with the service selected. */
function ServiceChoice({ services, selected, onSelect }: ServiceChoiceProps): ReactNode {
  return (
    <ul className={styles.services}>
      {services.map(({ slug, title, ...facts }) => (
        <li key={slug}>
          <a
            href={`?service=${slug}`}
            className={styles.service}
            aria-current={slug === selected || undefined}
            onClick={(event) => {
              event.preventDefault();
              onSelect(slug);
            }}
          >
            <strong>{title}</strong>
            <VisitFacts {...facts} />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What a patient asks before choosing: how long, how much, and whether they can drive home. */
function VisitFacts({
  minutes,
  price,
  driving,
}: Pick<BookableService, "minutes" | "price" | "driving">): ReactNode {
  return (
    <>
      <span className={styles.fact}>
        about {minutes} minutes{price && ` · price: ${price}`}
      </span>
      {driving && <span className={styles.fact}>{driving}</span>}
    </>
  );
}
