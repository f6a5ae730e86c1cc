// The address that the emails about an appointment go to, and its correction, once.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { BookedAppointment } from "../generated/BookedAppointment";
import { randomKey } from "../lib/random-key";
import { Button } from "../ui/button/Button";
import { AddressSuggestion } from "../ui/email-address/AddressSuggestion";
import { EmailAddress } from "../ui/email-address/EmailAddress";
import { Field } from "../ui/field/Field";
import styles from "./BookingForm.module.css";
import { type BookingFailure, correctEmail, describeFailure } from "./booking-api";

const SEND = "Send it to this address";

interface CorrectEmailProps {
  /** Null on the page of the link, which does not know it. */
  email: string | null;
  /** Whether an email went there. Not when there have been too many. */
  emailed: boolean;
  token: string;
  onCorrected: (email: string, booked: BookedAppointment) => void;
}

type Correction = "none" | "open" | "done";

export function CorrectEmail({ email, emailed, token, onCorrected }: CorrectEmailProps): ReactNode {
  const [correction, setCorrection] = useState<Correction>("none");
  const [typed, setTyped] = useState(email ?? "");
  const [busy, setBusy] = useState(false);
  // A second press, also after a lost answer, is the same correction.
  const [key] = useState(randomKey);
  const [failure, setFailure] = useState<BookingFailure | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const line = useRef<HTMLParagraphElement>(null);
  const shown = useRef(correction);
  // What was pressed is gone.
  useEffect(() => {
    if (shown.current === correction) return;
    shown.current = correction;
    (correction === "open" ? field : line).current?.focus();
  }, [correction]);

  async function send(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    if (typed.trim() === email) {
      setCorrection("none");
      return;
    }
    setBusy(true);
    setFailure(null);
    const address = typed.trim();
    const result = await correctEmail(token, address, key);
    setBusy(false);
    if (result.kind === "ok") {
      setCorrection("done");
      onCorrected(address, result.value);
      return;
    }
    setFailure(result);
    field.current?.focus();
  }

  return (
    <div className={styles.device}>
      <p ref={line} tabIndex={-1}>
        {email === null ? (
          "Our emails go to the address that you gave when you booked."
        ) : (
          <>
            {correction === "done" && emailed ? "We have sent it to" : "Our emails go to"}{" "}
            <span className={styles.withFullStop}>
              <strong>
                <EmailAddress address={email} />
              </strong>
              .
            </span>
          </>
        )}
      </p>
      {correction === "none" && (
        <Button weight="quiet" onClick={() => setCorrection("open")}>
          Correct this address
        </Button>
      )}
      {correction === "open" && (
        // The server's sentence is shown at the field, instead of the browser's.
        <form className={styles.form} onSubmit={(event) => void send(event)} noValidate>
          <Field
            ref={field}
            label="The right address"
            hint="It can be corrected once. The link in the first email then ends."
            type="email"
            autoComplete="email"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={typed}
            readOnly={busy}
            error={failure && describeFailure(failure, SEND)}
            onChange={({ target }) => {
              setTyped(target.value);
              setFailure(null);
            }}
          />
          <AddressSuggestion typed={typed} withoutPause={false} onAccept={setTyped} />
          <div className={styles.buttons}>
            <Button type="submit" busy={busy}>
              {busy ? "Sending…" : SEND}
            </Button>
            <Button weight="quiet" onClick={() => setCorrection("none")}>
              The address is right
            </Button>
          </div>
        </form>
      )}
    </div>
  );
}
