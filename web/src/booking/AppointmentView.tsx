// The patient's own appointment: shows it, moves it to another time, cancels it. The token in the patient's link is all that
// is needed.
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import type { PatientAppointment } from "../generated/PatientAppointment";
import { Button, ButtonLink } from "../ui/button/Button";
import { Notice } from "../ui/notice/Notice";
import { AppointmentFacts, KeepAppointment } from "./AppointmentFacts";
import styles from "./BookingForm.module.css";
import {
  type BookingFailure,
  cancelAppointment,
  describeFailure,
  fetchAppointment,
  moveAppointment,
  type Result,
  wantEarlierTime,
} from "./booking-api";
import { CorrectEmail } from "./CorrectEmail";
import { longMoment } from "./clinic-dates";
import { MoveAppointment } from "./MoveAppointment";
import { RememberedVisits } from "./RememberedVisits";
import { forgetVisit, replaceVisit, toRemember, updateVisit } from "./remembered-visits";
import { replaceLinkToken, tokenOf, useLinkToken } from "./use-link-token";

interface AppointmentViewProps {
  /** 0 when nothing can be booked online any more. */
  daysAhead: number;
  clinicName: string;
  address: string;
  whatsapp: string;
  place: ReactNode;
}

type Loaded =
  | { readonly kind: "loading" }
  | { readonly kind: "failed"; readonly failure: BookingFailure }
  | { readonly kind: "ready"; readonly appointment: PatientAppointment };

/** What the patient is doing with the appointment. */
type Mode = "looking" | "moving" | "cancelling";

type Change =
  | { readonly kind: "none" }
  | { readonly kind: "busy" }
  | { readonly kind: "done"; readonly message: string }
  | { readonly kind: "failed"; readonly failure: BookingFailure };

const TRY_AGAIN = "Try again";
const EARLIER = "Tell me if an earlier time becomes free";
const ASKED_EARLIER = "We will tell you if an earlier time becomes free.";
const NOT_ASKED_EARLIER = "We will not offer you an earlier time.";
const CANCEL = "Yes, cancel it";

const LOADING = "Loading your appointment…";
/** The server's own sentence for a link that it does not know. */
const NO_LINK =
  "We could not find this appointment. Please open the link in your email again, or call us.";

export function AppointmentView(props: AppointmentViewProps): ReactNode {
  const token = useLinkToken();
  /** The address was corrected, and the appointment has this link since. */
  const [corrected, setCorrected] = useState<Corrected | null>(null);
  if (token === null) return <p role="status">{LOADING}</p>;
  if (token === "") {
    return (
      <>
        <Notice tone="alarm" live>
          <p>{NO_LINK}</p>
        </Notice>
        <RememberedVisits />
      </>
    );
  }
  // Another link in the same tab is another appointment: a late answer about the first one must not be shown.
  return (
    <LinkedAppointment
      key={token}
      token={token}
      corrected={corrected?.token === token ? corrected : null}
      onCorrected={setCorrected}
      {...props}
    />
  );
}

type Corrected = { readonly token: string; readonly message: string };

interface LinkedAppointmentProps extends AppointmentViewProps {
  token: string;
  corrected: Corrected | null;
  onCorrected: (corrected: Corrected) => void;
}

function LinkedAppointment({
  token,
  daysAhead,
  place,
  corrected,
  onCorrected,
  ...clinic
}: LinkedAppointmentProps): ReactNode {
  const [loaded, setLoaded] = useState<Loaded>({ kind: "loading" });
  const [mode, setMode] = useState<Mode>("looking");
  const [change, setChange] = useState<Change>(
    corrected ? { kind: "done", message: corrected.message } : { kind: "none" },
  );
  const heading = useRef<HTMLHeadingElement>(null);

  const load = useCallback(async () => {
    setLoaded({ kind: "loading" });
    const result = await fetchAppointment(token);
    if (result.kind === "ok") remember(token, result.value);
    setLoaded(
      result.kind === "ok"
        ? { kind: "ready", appointment: result.value }
        : { kind: "failed", failure: result },
    );
  }, [token]);
  useEffect(() => void load(), [load]);
  // The form with the other address is gone.
  const isLoaded = loaded.kind === "ready";
  useEffect(() => {
    if (corrected && isLoaded) heading.current?.focus();
  }, [corrected, isLoaded]);

  // The button that was pressed is gone, so the focus moves to what is shown instead of it.
  const question = useRef<HTMLDivElement>(null);
  const cancelButton = useRef<HTMLDivElement>(null);
  const previousMode = useRef<Mode>("looking");
  useEffect(() => {
    const isKept = previousMode.current === "cancelling" && change.kind === "none";
    const isChanged = previousMode.current !== mode;
    previousMode.current = mode;
    if (!isChanged) return;
    if (mode === "cancelling") question.current?.focus();
    else if (isKept) cancelButton.current?.querySelector<HTMLElement>("button:last-child")?.focus();
    else heading.current?.focus();
  }, [mode, change]);

  if (loaded.kind === "loading") return <p role="status">{LOADING}</p>;
  if (loaded.kind === "failed") {
    return (
      <Notice tone="alarm" live>
        <p>{describeFailure(loaded.failure, TRY_AGAIN)}</p>
        {loaded.failure.kind !== "refused" && <Button onClick={load}>{TRY_AGAIN}</Button>}
      </Notice>
    );
  }

  async function apply(request: Promise<Result<PatientAppointment>>, message: string) {
    setChange({ kind: "busy" });
    const result = await request;
    if (result.kind !== "ok") {
      setChange({ kind: "failed", failure: result });
      return;
    }
    setLoaded({ kind: "ready", appointment: result.value });
    remember(token, result.value);
    setChange({ kind: "done", message });
    setMode("looking");
  }

  const open = (next: Mode) => {
    setChange({ kind: "none" });
    setMode(next);
  };

  const appointment = {
    ...loaded.appointment,
    ...(loaded.appointment.broughtBy && { patient: loaded.appointment.name }),
  };
  const { state, changeUntil, canMove, wantsEarlier } = appointment;
  if (mode === "moving") {
    return (
      <MoveAppointment
        heading={heading}
        appointment={appointment}
        daysAhead={daysAhead}
        busy={change.kind === "busy"}
        failure={change.kind === "failed" ? change.failure : null}
        onMove={(to) => void apply(moveAppointment(token, to), "Your appointment was moved.")}
        onClose={() => open("looking")}
      />
    );
  }
  return (
    <section aria-labelledby="appointment-state" className={styles.step}>
      <h2 id="appointment-state" ref={heading} tabIndex={-1}>
        {HEADINGS[state]}
      </h2>
      {change.kind === "done" && (
        <Notice tone="success" live>
          <p>{change.message}</p>
        </Notice>
      )}
      {appointment.cancelReason && <p>{appointment.cancelReason}</p>}
      {appointment.closed && (
        <Notice tone="alarm">
          <p>{appointment.closed}</p>
        </Notice>
      )}
      <AppointmentFacts appointment={appointment} place={place} />
      {mode === "cancelling" ? (
        <div ref={question} tabIndex={-1}>
          <Notice tone="alarm" heading="Cancel this appointment?">
            <p>Somebody else can then have this time.</p>
            {change.kind === "failed" && (
              <p role="alert">{describeFailure(change.failure, CANCEL)}</p>
            )}
            <div className={styles.buttons}>
              <Button
                busy={change.kind === "busy"}
                onClick={() => {
                  if (change.kind === "busy") return;
                  void apply(cancelAppointment(token), "Your appointment was cancelled.");
                }}
              >
                {change.kind === "busy" ? "Cancelling…" : CANCEL}
              </Button>
              <Button weight="quiet" onClick={() => open("looking")}>
                Keep it
              </Button>
            </div>
          </Notice>
        </div>
      ) : (
        changeUntil && (
          <>
            <div ref={cancelButton} className={styles.buttons}>
              {canMove && <Button onClick={() => open("moving")}>Move to another time</Button>}
              <Button weight="quiet" onClick={() => open("cancelling")}>
                Cancel the appointment
              </Button>
            </div>
            <p>You can change it here until {longMoment(changeUntil)}.</p>
            {/* Not told by an instance of the earlier release. */}
            {typeof wantsEarlier === "boolean" && (
              <div>
                <label className={styles.tick}>
                  <input
                    type="checkbox"
                    checked={wantsEarlier}
                    aria-describedby="earlier-time"
                    onChange={({ target }) => {
                      if (change.kind === "busy") return;
                      const wanted = target.checked;
                      void apply(
                        wantEarlierTime(token, wanted),
                        wanted ? ASKED_EARLIER : NOT_ASKED_EARLIER,
                      );
                    }}
                  />
                  <span>{EARLIER}</span>
                </label>
                <p id="earlier-time">
                  We call you or send you a message. Your appointment stays as it is until you say
                  yes.
                </p>
                {change.kind === "failed" && (
                  <p role="alert">{describeFailure(change.failure, EARLIER)}</p>
                )}
              </div>
            )}
          </>
        )
      )}
      {isOpen(state) && !changeUntil && (
        <p>It is too late to change this appointment here. Please call us.</p>
      )}
      {appointment.canCorrectEmail && mode === "looking" && (
        <CorrectEmail
          email={null}
          emailed={false}
          token={token}
          onCorrected={(email, { emailed, manage }) => {
            const next = tokenOf(manage);
            replaceVisit(token, toRemember(next, appointment));
            const message = `${emailed ? "We have sent it to" : "Our emails go to"} ${email}.`;
            onCorrected({ token: next, message });
            replaceLinkToken(next);
          }}
        />
      )}
      {isOpen(state) && <KeepAppointment appointment={appointment} token={token} {...clinic} />}
      {state === "cancelled" && daysAhead > 0 && (
        <div>
          <ButtonLink href="/book" icon="calendar">
            Book a new appointment
          </ButtonLink>
        </div>
      )}
    </section>
  );
}

/** What this device remembers of the visit follows what is shown. The patient has read that it was cancelled. */
function remember(token: string, appointment: PatientAppointment): void {
  if (appointment.state === "cancelled") forgetVisit(token);
  else updateVisit(toRemember(token, appointment));
}

const REQUESTED = "We have your request. This time is not certain until we confirm it";
const HEADINGS: Record<PatientAppointment["state"], string> = {
  // The server does not tell patients which requests hold their time.
  waiting: REQUESTED,
  requested: REQUESTED,
  confirmed: "Your appointment is confirmed",
  arrived: "You have arrived",
  done: "This visit is over",
  missed: "This visit is over",
  cancelled: "This appointment was cancelled",
};

function isOpen(state: PatientAppointment["state"]): boolean {
  return state === "requested" || state === "confirmed";
}
