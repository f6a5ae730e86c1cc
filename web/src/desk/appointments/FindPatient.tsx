// Finds the visits of one patient. Every visit that is found counts like opening it, so the text must be exact. A whole phone number is
// found without a press: it is typed while the caller speaks.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { DeskAppointment } from "../../generated/DeskAppointment";
import type { FoundPatients } from "../../generated/FoundPatients";
import { Button } from "../../ui/button/Button";
import { Field } from "../../ui/field/Field";
import { isNotFound } from "../api/api-error";
import * as api from "../api/endpoints";
import { currentAppointmentQuery } from "../api/queries";
import { formatClock, formatWeekday } from "../clinic-time";
import { ActionForm } from "../components/ActionForm";
import desk from "../components/desk.module.css";
import { patientName } from "../components/patient-name";
import { StateTag } from "../components/StateTag";
import { useAction } from "../components/use-action";
import { describePlace } from "./adding/series";

export function FindPatient({ onOpen }: { onOpen: (id: string) => void }): ReactNode {
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<FoundPatients | null>(null);
  const { run, busy, result } = useAction();
  /** The number that was looked for last: adding a space to it must not search again. */
  const foundNumber = useRef("");
  const field = useRef<HTMLInputElement>(null);
  const find = (text: string) => {
    foundNumber.current = digitsOf(text);
    setFound(null);
    run({
      request: () => api.findPatient(text),
      onSuccess: setFound,
      success: (patients) => ({ tone: "success", message: describeResult(patients) }),
    });
  };
  const change = (text: string) => {
    setTyped(text);
    if (isWholeNumber(text) && digitsOf(text) !== foundNumber.current) find(text);
  };
  return (
    <section className={desk.section} aria-labelledby="find">
      <h2 id="find">Find a patient</h2>
      <ActionForm
        busy={busy}
        result={result}
        submitLabel="Find"
        busyLabel="Finding…"
        weight="quiet"
        onSubmit={() => find(typed)}
      >
        <Field
          ref={field}
          label="Phone, reference or name"
          hint="The whole phone number, which is found as soon as you have typed it, the whole reference, or first name and surname. Each search is recorded."
          required
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => change(target.value)}
        />
      </ActionForm>
      {found && found.appointments.length > 0 && (
        <>
          <ul className={desk.list} aria-label="Visits found">
            {found.appointments.map((visit) => (
              <FoundVisit key={visit.id} found={visit} onOpen={onOpen} />
            ))}
          </ul>
          <p>
            <Button
              weight="quiet"
              onClick={() => {
                setFound(null);
                setTyped("");
                foundNumber.current = "";
                // The button that was pressed is gone.
                field.current?.focus();
              }}
            >
              Clear
            </Button>
          </p>
        </>
      )}
    </section>
  );
}

interface FoundVisitProps {
  found: DeskAppointment;
  onOpen: (id: string) => void;
}

/** The search is not repeated, because it is recorded: what has become of the visit since is asked without the names. */
function FoundVisit({ found, onOpen }: FoundVisitProps): ReactNode {
  const current = useQuery(currentAppointmentQuery(found.id));
  if (isNotFound(current.error)) return null;
  const { name, broughtBy } = found;
  const visit = { ...found, ...current.data?.appointment, name, broughtBy };
  return (
    <li className={desk.listItem}>
      <div>
        <strong className={desk.name}>{patientName(visit)}</strong>
        <br />
        {formatWeekday(visit.date)}, {formatClock(visit.time)} · {visit.title} ·{" "}
        <span className={desk.code}>{visit.reference}</span> <StateTag state={visit.state} />
        {visit.series && (
          <>
            <br />
            {describePlace(visit.series)}
          </>
        )}
      </div>
      <Button weight="quiet" aria-haspopup="dialog" onClick={() => onOpen(visit.id)}>
        Open<span className="visually-hidden"> {visit.reference}</span>
      </Button>
    </li>
  );
}

const digitsOf = (text: string): string => text.replace(/\D/g, "");

/** A mobile number of Nigeria, `0803 123 4567` or `+234 803 123 4567`. How long others are is not known while they are typed. */
const isWholeNumber = (text: string): boolean =>
  /^[+\d\s().-]+$/.test(text) && /^(0|234)[789]\d{9}$/.test(digitsOf(text));

function describeResult({ appointments, more }: FoundPatients): string {
  const count = appointments.length;
  if (count === 0) return "Nobody was found. Please check the spelling, or try the phone number.";
  const visits = count === 1 ? "1 visit was found." : `${count} visits were found.`;
  return more ? `${visits} There are others: enter the reference to find one of them.` : visits;
}
