// Adds the appointment of a patient who calls, or of one who walked in, and blocks times.

import { type ReactNode, useState } from "react";
import type { AddAppointmentRequest } from "../../../generated/AddAppointmentRequest";
import type { AddEarlierPatientRequest } from "../../../generated/AddEarlierPatientRequest";
import type { DeskChair } from "../../../generated/DeskChair";
import type { DeskService } from "../../../generated/DeskService";
import { randomKey } from "../../../lib/random-key";
import { addDays } from "../../../lib/time/clinic-time";
import { Button } from "../../../ui/button/Button";
import * as api from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionForm } from "../../components/ActionForm";
import { DeskDialog } from "../../components/DeskDialog";
import { FormField } from "../../components/fields/field-errors";
import { useAction } from "../../components/use-action";
import { AllTheSame, type Known } from "../fields/AllTheSame";
import {
  BROUGHT_BY,
  BROUGHT_BY_HINT,
  ChairField,
  DayField,
  PartField,
  TimeField,
} from "../fields/AppointmentFields";
import { NearestTimes } from "../fields/NearestTimes";
import { SelectField } from "../fields/SelectField";
import { RepeatFields, SeriesDates } from "./SeriesDates";
import { FIRST_REPEAT } from "./series";
import { useSeriesPlan } from "./use-series-plan";

interface AddAppointmentProps {
  services: readonly DeskService[];
  columns: readonly DeskChair[];
  date: string;
  time: string;
  /** The chair whose free cell was pressed. */
  chair: number | null;
  onAdded: (message: string, id?: string) => void;
  onClose: () => void;
}

/** What the field begins with. */
const FIRST_SOURCE = "phone";
/** Instead of a source: there is no visit yet. */
const NO_TIME = "no-time";
/** How long a patient without a visit waits for one, unless staff choose another day. */
const DAYS_ON_LIST = 7;

/** One that the chair takes whose free cell was pressed. */
function firstService({ services, columns, chair }: AddAppointmentProps): string {
  const taken = columns.find(({ number }) => number === chair)?.services;
  const fits = services.find(({ slug }) => taken?.includes(slug)) ?? services[0];
  return fits?.slug ?? "";
}

export function AddAppointment(props: AddAppointmentProps): ReactNode {
  const { services, onAdded, onClose } = props;
  const { run, busy, isSending, result } = useAction();
  // A second press, also after a lost connection, is the same appointment.
  const [key] = useState(randomKey);
  const [source, setSource] = useState<AddAppointmentRequest["source"] | typeof NO_TIME>(
    FIRST_SOURCE,
  );
  const [first] = useState({
    service: firstService(props),
    date: props.date,
    time: props.time,
    chair: props.chair === null ? "" : String(props.chair),
    name: "",
    phone: "",
    broughtBy: "",
    email: "",
    note: "",
    from: "",
    until: addDays(props.date, DAYS_ON_LIST),
    part: "",
    repeat: "",
    ...FIRST_REPEAT,
  });
  const [values, setValues] = useState(first);
  const { service, date, time, weeks, visits } = values;
  const series = useSeriesPlan({ service, date, time, weeks, visits, firstNumber: 1 });
  const hasTime = source !== NO_TIME;
  const isTyped =
    source !== FIRST_SOURCE ||
    (Object.keys(first) as (keyof typeof first)[]).some(
      (name) => values[name].trim() !== first[name],
    );
  const isRepeated = hasTime && values.repeat !== "";
  const change = (name: keyof typeof values) => (value: string) =>
    setValues((current) => ({ ...current, [name]: value }));
  const field = (name: keyof typeof values) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => change(name)(event.target.value),
  });
  /** What was refused, if the place was: a question is about nothing else. */
  const [asked, setAsked] = useState<{ place: string; known: Known }>({ place: "", known: {} });
  const place = [values.service, values.date, values.time, values.chair].join();
  const submit = (known: Known = {}) => {
    const { name, phone, broughtBy, email, note, chair, from, until, part } = values;
    const patient = {
      service,
      name,
      phone,
      ...(broughtBy && { broughtBy }),
      ...(email && { email }),
      ...(note && { note }),
    };
    if (source === NO_TIME) {
      const wish = {
        until,
        ...(from && { from }),
        ...(part && { part: part as NonNullable<AddEarlierPatientRequest["part"]> }),
      };
      run({
        request: () => api.addEarlierPatient({ ...patient, ...wish }, key),
        invalidates: [queryKeys.appointments],
        onSuccess: () => onAdded("The patient is in the list “Earlier times”."),
      });
      return;
    }
    const visit = {
      ...patient,
      ...(chair && { chair: Number(chair) }),
      source,
    };
    if (isRepeated) {
      series.submit({
        run,
        store: (times) => api.addSeries({ ...visit, ...times }, key),
        onAdded: (message, [first]) => onAdded(message, first?.id),
      });
      return;
    }
    const request = { ...visit, date, time, ...known };
    setAsked({ place, known });
    run({
      request: () => api.addAppointment(request, key),
      invalidates: [queryKeys.appointments],
      onSuccess: ({ appointment: { id, reference } }) =>
        onAdded(`Added. The reference is ${reference}.`, id),
    });
  };
  return (
    <DeskDialog
      heading="Add an appointment"
      open
      loss={
        isTyped ? (hasTime ? "The appointment is not added" : "The patient is not added") : null
      }
      isSending={isSending}
      onClose={onClose}
    >
      <ActionForm
        busy={busy}
        result={isRepeated ? (series.missing ?? result) : result}
        submitLabel={
          !hasTime
            ? "Put on the list “Earlier times”"
            : !isRepeated
              ? "Add appointment"
              : series.submitLabel
        }
        onSubmit={() => submit()}
        afterResult={
          hasTime &&
          !isRepeated && (
            <>
              {asked.place === place && (
                <AllTheSame
                  result={result}
                  busy={busy}
                  onConfirm={(known) => submit({ ...asked.known, ...known })}
                />
              )}
              <NearestTimes
                result={result}
                busy={busy}
                onChoose={({ date, time }) =>
                  setValues((current) => ({ ...current, date, time, chair: "" }))
                }
              />
              {result?.code === "slot_taken" && (
                <Button weight="quiet" onClick={() => setSource(NO_TIME)}>
                  No time suits: put on the list “Earlier times”
                </Button>
              )}
            </>
          )
        }
      >
        <SelectField
          name="source"
          label="The patient"
          value={source}
          onChange={(value) => setSource(value as typeof source)}
          options={[
            ["phone", "called"],
            ["walk-in", "walked in and is here"],
            [NO_TIME, "waits until a time is free"],
          ]}
        />
        <SelectField
          name="service"
          label="Service"
          value={values.service}
          onChange={change("service")}
          options={services.map(({ slug, title, minutes }) => [
            slug,
            `${title}, ${minutes} minutes`,
          ])}
        />
        {hasTime ? (
          <>
            <DayField label="Day" value={values.date} onChange={change("date")} />
            <TimeField name="time" label="Time" value={values.time} onChange={change("time")} />
            <ChairField
              columns={props.columns}
              noChair="Any chair"
              value={values.chair}
              onChange={change("chair")}
            />
          </>
        ) : (
          <>
            <FormField name="from" label="Not before (optional)" type="date" {...field("from")} />
            <FormField
              name="until"
              label="Last day"
              hint="After it, the patient leaves the list."
              type="date"
              required
              {...field("until")}
            />
            <PartField value={values.part} onChange={change("part")} />
          </>
        )}
        <FormField
          name="name"
          label="Patient's name"
          // Somebody who has pressed a free time has chosen day, time and chair.
          data-first-focus={props.chair === null ? undefined : ""}
          autoComplete="off"
          required
          maxLength={80}
          {...field("name")}
        />
        <FormField
          name="phone"
          label="Patient's phone number"
          type="tel"
          autoComplete="off"
          required
          {...field("phone")}
        />
        <FormField
          name="broughtBy"
          label={BROUGHT_BY}
          hint={BROUGHT_BY_HINT}
          autoComplete="off"
          maxLength={80}
          {...field("broughtBy")}
        />
        <FormField
          name="email"
          label="Email (optional)"
          type="email"
          autoComplete="off"
          {...field("email")}
        />
        <FormField
          name="note"
          label="Note (optional)"
          hint="No medical details."
          maxLength={300}
          {...field("note")}
        />
        {hasTime && (
          <SelectField
            name="repeat"
            label="Repeat"
            value={values.repeat}
            onChange={change("repeat")}
            options={[
              ["", "No, one visit"],
              ["weeks", "Yes, every few weeks"],
            ]}
          />
        )}
        {isRepeated && (
          <RepeatFields
            weeks={values.weeks}
            visits={values.visits}
            onWeeks={change("weeks")}
            onVisits={change("visits")}
          />
        )}
        {isRepeated && series.plan && (
          <SeriesDates plan={series.plan} firstNumber={1} busy={busy} onChange={series.setPlan} />
        )}
      </ActionForm>
    </DeskDialog>
  );
}

/** What the fields begin with. */
const FROM = "12:00";
const UNTIL = "13:00";

interface BlockTimeProps {
  columns: readonly DeskChair[];
  date: string;
  onBlocked: (message: string) => void;
  onClose: () => void;
}

export function BlockTime({
  columns,
  date: initialDate,
  onBlocked,
  onClose,
}: BlockTimeProps): ReactNode {
  const { run, busy, isSending, result } = useAction();
  const [date, setDate] = useState(initialDate);
  const [from, setFrom] = useState(FROM);
  const [until, setUntil] = useState(UNTIL);
  const [chair, setChair] = useState("");
  const [reason, setReason] = useState("");
  const isTyped =
    reason.trim() !== "" ||
    chair !== "" ||
    date !== initialDate ||
    from !== FROM ||
    until !== UNTIL;
  const submit = () =>
    run({
      request: () =>
        api.blockTime({ date, from, until, reason, ...(chair && { chair: Number(chair) }) }),
      invalidates: [queryKeys.appointments],
      onSuccess: () => onBlocked("Blocked. Nothing can be booked in this time."),
    });
  return (
    <DeskDialog
      heading="Block a time"
      open
      loss={isTyped ? "The time is not blocked" : null}
      isSending={isSending}
      onClose={onClose}
    >
      <ActionForm busy={busy} result={result} submitLabel="Block this time" onSubmit={submit}>
        <DayField label="Day" value={date} onChange={setDate} />
        <TimeField name="from" label="From" value={from} onChange={setFrom} />
        <TimeField name="until" label="Until" value={until} onChange={setUntil} />
        <ChairField columns={columns} noChair="All chairs" value={chair} onChange={setChair} />
        <FormField
          name="reason"
          label="Reason"
          hint="For colleagues, such as “staff meeting”."
          required
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </ActionForm>
    </DeskDialog>
  );
}
