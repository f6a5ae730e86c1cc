// The forms of an opened appointment: move it, cancel it with a reason, ask the patient to come back.
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { AddRecallRequest } from "../../../generated/AddRecallRequest";
import type { DeskAppointment } from "../../../generated/DeskAppointment";
import type { DeskChair } from "../../../generated/DeskChair";
import type { DeskMoveRequest } from "../../../generated/DeskMoveRequest";
import type { EarlierWish } from "../../../generated/EarlierWish";
import { Button } from "../../../ui/button/Button";
import { freeTimesQuery } from "../../api/queries";
import { ActionNotice } from "../../components/ActionNotice";
import desk from "../../components/desk.module.css";
import { FieldErrors, FormField, useFieldErrors } from "../../components/fields/field-errors";
import type { ActionResult } from "../../components/use-action";
import { usePressPause } from "../../components/use-press-pause";
import { useLoss } from "../../layout/leaving/use-loss";
import { AllTheSame, type Known } from "../fields/AllTheSame";
import { ChairField, DayField, PartField, TimeField } from "../fields/AppointmentFields";
import { NearestTimes } from "../fields/NearestTimes";
import { SelectField } from "../fields/SelectField";

interface FormProps<Input> {
  busy: boolean;
  /** This form is on its way, not another one. */
  isSending: boolean;
  /** Of this form. */
  result: ActionResult | null;
  onSubmit: (input: Input) => void;
  onClose: () => void;
}

interface FrameProps {
  submitLabel: string;
  closeLabel: string;
  busy: boolean;
  result: ActionResult | null;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
  /** Below the buttons: what is loaded later must not move them away from under the finger. */
  afterButtons?: ReactNode;
}

function FormFrame(props: FrameProps): ReactNode {
  const { form, errors, notice } = useFieldErrors(props.result);
  // The button that opened the form is gone.
  useEffect(() => form.current?.querySelector<HTMLElement>("input, select")?.focus(), [form]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!props.busy) props.onSubmit();
  };
  return (
    <form ref={form} className={desk.form} onSubmit={submit}>
      <FieldErrors value={errors}>{props.children}</FieldErrors>
      <div className={desk.row}>
        <Button type="submit" busy={props.busy}>
          {props.submitLabel}
        </Button>
        <Button weight="quiet" onClick={props.onClose}>
          {props.closeLabel}
        </Button>
      </div>
      {props.afterButtons}
      <ActionNotice result={notice} />
    </form>
  );
}

interface MoveFormProps extends FormProps<DeskMoveRequest> {
  appointment: DeskAppointment;
  columns: readonly DeskChair[];
}

export function MoveForm(props: MoveFormProps): ReactNode {
  const { appointment, columns, isSending, onSubmit, ...state } = props;
  // The visit may be loaded again meanwhile, with another time.
  const [first] = useState(appointment);
  const [date, setDate] = useState(first.date);
  const [time, setTime] = useState(first.time);
  const [chair, setChair] = useState("");
  const isTyped = date !== first.date || time !== first.time || chair !== "";
  useLoss(isTyped ? "The appointment is not moved" : null, { isSending });
  // Most visits move to a time close to theirs: it takes one press, without an entry. Without an answer, the fields are enough.
  const free = useQuery(freeTimesQuery(appointment.id));
  // The closest to the chosen time, when that is taken.
  const nearest = state.result?.nearest ?? free.data?.nearest ?? [];
  const isPaused = usePressPause(nearest.map((slot) => `${slot.date} ${slot.time}`).join());
  /** What was refused, if the place was: the question is about nothing else. */
  const [asked, setAsked] = useState<{ place: string; known: Known }>({ place: "", known: {} });
  const place = [date, time, chair].join();
  const submit = (known: Known) => {
    setAsked({ place, known });
    onSubmit({ date, time, ...(chair && { chair: Number(chair) }), ...known });
  };
  return (
    <FormFrame
      {...state}
      submitLabel="Move to this time"
      closeLabel="Do not move"
      onSubmit={() => submit({})}
      afterButtons={
        <>
          {asked.place === place && (
            <AllTheSame
              result={state.result}
              busy={state.busy}
              onConfirm={(known) => submit({ ...asked.known, ...known })}
            />
          )}
          <NearestTimes
            result={{ tone: "success", message: "", nearest }}
            busy={state.busy || isPaused}
            onChoose={onSubmit}
          />
        </>
      }
    >
      <DayField label="New day" value={date} onChange={setDate} />
      <TimeField name="time" label="New time" value={time} onChange={setTime} />
      <ChairField columns={columns} noChair="Any chair" value={chair} onChange={setChair} />
    </FormFrame>
  );
}

interface CancelFormProps extends FormProps<string> {
  submitLabel?: string;
  closeLabel?: string;
}

export function CancelForm({
  submitLabel = "Cancel this appointment",
  closeLabel = "Keep the appointment",
  isSending,
  onSubmit,
  ...state
}: CancelFormProps): ReactNode {
  const [reason, setReason] = useState("");
  useLoss(reason.trim() === "" ? null : "The appointment is not cancelled", { isSending });
  return (
    <FormFrame
      {...state}
      submitLabel={submitLabel}
      closeLabel={closeLabel}
      onSubmit={() => onSubmit(reason)}
    >
      <FormField
        name="reason"
        label="Reason"
        hint="The patient reads it. No medical details."
        required
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormFrame>
  );
}

interface EarlierFormProps extends FormProps<EarlierWish> {
  wish: EarlierWish;
}

export function EarlierForm({ wish, isSending, onSubmit, ...state }: EarlierFormProps): ReactNode {
  const [first] = useState({ from: wish.from ?? "", part: wish.part ?? "" });
  const [from, setFrom] = useState(first.from);
  const [part, setPart] = useState<string>(first.part);
  const isTyped = from !== first.from || part !== first.part;
  useLoss(isTyped ? "When the patient can come is not stored" : null, { isSending });
  return (
    <FormFrame
      {...state}
      submitLabel="Store when they can come"
      closeLabel="Do not change it"
      onSubmit={() =>
        onSubmit({ from: from || null, part: part === "" ? null : (part as EarlierWish["part"]) })
      }
    >
      <FormField
        name="from"
        label="Not before (optional)"
        type="date"
        value={from}
        onChange={(event) => setFrom(event.target.value)}
      />
      <PartField value={part} onChange={setPart} />
    </FormFrame>
  );
}

/** What the fields begin with. */
const FIRST_COUNT = "4";
const FIRST_UNIT = "months";

type RecallInput = Omit<AddRecallRequest, "appointment">;

export function RecallForm({ isSending, onSubmit, ...state }: FormProps<RecallInput>): ReactNode {
  const [count, setCount] = useState(FIRST_COUNT);
  const [unit, setUnit] = useState(FIRST_UNIT);
  const [reason, setReason] = useState("");
  const [agreed, setAgreed] = useState(false);
  const isTyped = reason.trim() !== "" || count !== FIRST_COUNT || unit !== FIRST_UNIT || agreed;
  useLoss(isTyped ? "The reminder is not added" : null, { isSending });
  const submit = () => {
    const number = Number(count);
    onSubmit({ in: unit === "weeks" ? { weeks: number } : { months: number }, reason, agreed });
  };
  return (
    <FormFrame
      {...state}
      submitLabel="Remind the patient then"
      closeLabel="Do not remind"
      onSubmit={submit}
    >
      <FormField
        name="in"
        label="Come back in"
        type="number"
        inputMode="numeric"
        min={1}
        max={unit === "weeks" ? 52 : 36}
        required
        value={count}
        onChange={(event) => setCount(event.target.value)}
      />
      <SelectField
        name="unit"
        label="Weeks or months"
        value={unit}
        onChange={setUnit}
        options={[
          ["weeks", "Weeks"],
          ["months", "Months"],
        ]}
      />
      <FormField
        name="reason"
        label="Reason"
        hint="The patient reads it, such as “yearly check”. No medical details."
        required
        maxLength={120}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <label className={desk.checkbox}>
        <input
          type="checkbox"
          checked={agreed}
          onChange={(event) => setAgreed(event.target.checked)}
        />
        <span>The patient agreed to be reminded</span>
      </label>
    </FormFrame>
  );
}
