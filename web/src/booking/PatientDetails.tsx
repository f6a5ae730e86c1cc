// The last step of booking: name, phone, email and a note. Nothing about health is asked.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { pagePath } from "../lib/navigation/paths";
import { Button } from "../ui/button/Button";
import { AddressSuggestion } from "../ui/email-address/AddressSuggestion";
import { suggestAddress } from "../ui/email-address/suggest-address";
import { Field, TextArea } from "../ui/field/Field";
import { Link } from "../ui/link/Link";
import { Notice } from "../ui/notice/Notice";
import styles from "./BookingForm.module.css";
import { describeFailure } from "./booking-api";
import { type Action, type Booking, type DetailName, fieldError } from "./booking-reducer";
import { longDateTime, longTime } from "./clinic-dates";
import { type RememberedVisit, visitOn } from "./remembered-visits";

const BOOK = "Book this time";
const CHECK_ADDRESS = "Not booked yet. Is this address right? If it is, press the button again.";
/** The server's limits. */
const MAX_NAME = 80;
export const MAX_NOTE = 300;

interface PatientDetailsProps {
  booking: Booking;
  dispatch: (action: Action) => void;
  onSubmit: () => void;
}

export function PatientDetails({ booking, dispatch, onSubmit }: PatientDetailsProps): ReactNode {
  const form = useRef<HTMLFormElement>(null);
  const { attempt, details } = booking;
  const busy = attempt.kind === "busy";

  const wasBusy = useRef(false);
  useEffect(() => {
    // Only the answer moves the focus: typing changes the attempt as well.
    if (wasBusy.current && attempt.kind === "failed" && attempt.failure.kind === "invalid") {
      form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
    }
    wasBusy.current = attempt.kind === "busy";
  }, [attempt]);

  /** The address that the patient was asked to check. */
  const [checked, setChecked] = useState<string | null>(null);
  const isHeld = checked === details.email && suggestAddress(checked) !== null;
  /** The visit on the same day that this device remembers. */
  const [other, setOther] = useState<RememberedVisit | null>(null);
  const emailField = useRef<HTMLInputElement>(null);

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (suggestAddress(details.email) !== null && !isHeld) {
      setChecked(details.email);
      emailField.current?.focus();
      return;
    }
    const sameDay = booking.date === null ? undefined : visitOn(booking.date);
    if (sameDay && other?.token !== sameDay.token) setOther(sameDay);
    else onSubmit();
  };
  const typeEmail = (value: string) => dispatch({ type: "type", field: "email", value });
  const field = (name: DetailName) => ({
    name,
    value: details[name],
    error: fieldError(booking, name),
    readOnly: busy,
    onChange: ({ target }: { target: { value: string } }) =>
      dispatch({ type: "type", field: name, value: target.value }),
  });

  return (
    // The server's sentences are shown at the fields, instead of the browser's.
    <form
      ref={form}
      className={styles.form}
      onSubmit={send}
      aria-busy={busy || undefined}
      noValidate
    >
      <Field
        label="Your name"
        autoComplete="name"
        maxLength={MAX_NAME}
        required
        {...field("name")}
      />
      <Field
        label="Phone number"
        hint="For example 0803 123 4567. We call only about this appointment."
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        required
        {...field("phone")}
      />
      <Field
        label="Email (optional)"
        hint="For a confirmation and a reminder."
        type="email"
        autoComplete="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field("email")}
        {...(isHeld && { error: CHECK_ADDRESS })}
        ref={emailField}
      />
      <AddressSuggestion
        typed={details.email}
        withoutPause={isHeld}
        onAccept={(address) => {
          typeEmail(address);
          emailField.current?.focus();
        }}
      />
      <TextArea
        label="A note for us (optional)"
        hint="Please no medical details. You can tell us about them at the visit."
        maxLength={MAX_NOTE}
        {...field("note")}
      />
      <Failure booking={booking} dispatch={dispatch} />
      {other !== null && other.date === booking.date && !busy && <SameDay visit={other} />}
      <Button type="submit" wide busy={busy}>
        {busy ? "Booking…" : BOOK}
      </Button>
      <p className={styles.privacy}>
        We use what you enter only for this appointment.{" "}
        <Link href={pagePath("privacy")} target="_blank">
          Read our privacy notice (opens in a new tab)
        </Link>
      </p>
    </form>
  );
}

/** Asks before a second booking on one day. It knows only what was booked on this device. */
function SameDay({ visit }: { visit: RememberedVisit }): ReactNode {
  return (
    <Notice tone="alarm" live>
      <p>
        Not booked yet. You already have a visit on this day, at {longTime(visit.time)}. If this one
        is for somebody else, or you need both, press “{BOOK}” again.
      </p>
      <p>
        <Link href={`${pagePath("appointment")}#${visit.token}`}>See the visit you have</Link>
      </p>
    </Notice>
  );
}

/** What is not about one field: another time is offered at once, and everything else can be sent again. */
function Failure({ booking, dispatch }: Omit<PatientDetailsProps, "onSubmit">): ReactNode {
  const { attempt } = booking;
  if (attempt.kind !== "failed" || attempt.failure.kind === "invalid") return null;
  const { failure } = attempt;
  const nearest = failure.kind === "taken" ? failure.nearest : [];
  return (
    <Notice tone="alarm" live>
      <p>{describeFailure(failure, BOOK)}</p>
      {failure.kind === "unreachable" && (
        <p>Nothing you typed is lost, and pressing it twice does not book twice.</p>
      )}
      {nearest.length > 0 && (
        <>
          <p>Free times close to it:</p>
          <ul className={styles.offers}>
            {nearest.map((offer) => (
              <li key={`${offer.date} ${offer.time}`}>
                <Button
                  weight="quiet"
                  wide
                  onClick={() => dispatch({ type: "chooseOffer", offer })}
                >
                  {longDateTime(offer.date, offer.time)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {failure.kind === "taken" && (
        <Button weight="quiet" onClick={() => dispatch({ type: "goTo", step: "day" })}>
          Choose another day
        </Button>
      )}
    </Notice>
  );
}
