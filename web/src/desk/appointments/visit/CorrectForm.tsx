// Corrects the patient's details or the service of an opened appointment. The time stays.
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { DeskService } from "../../../generated/DeskService";
import type { OpenedAppointment } from "../../../generated/OpenedAppointment";
import { Button } from "../../../ui/button/Button";
import { AddressSuggestion } from "../../../ui/email-address/AddressSuggestion";
import * as api from "../../api/endpoints";
import { queryKeys } from "../../api/queries";
import { ActionForm } from "../../components/ActionForm";
import { FormField } from "../../components/fields/field-errors";
import { useAction } from "../../components/use-action";
import { useLoss } from "../../layout/leaving/use-loss";
import { BROUGHT_BY, BROUGHT_BY_HINT } from "../fields/AppointmentFields";
import { SelectField } from "../fields/SelectField";

interface CorrectFormProps {
  opened: OpenedAppointment;
  services: readonly DeskService[];
  onCorrected: (opened: OpenedAppointment) => void;
  onClose: () => void;
}

export function CorrectForm({
  opened,
  services,
  onCorrected,
  onClose,
}: CorrectFormProps): ReactNode {
  const { appointment } = opened;
  const { run, busy, isSending, result } = useAction();
  const [first] = useState({
    name: opened.name,
    phone: opened.phone,
    broughtBy: opened.broughtBy ?? "",
    email: opened.email ?? "",
    note: opened.note,
    service: appointment.service,
  });
  const [values, setValues] = useState(first);
  // What stays is not sent: somebody else may have changed it since.
  const changed = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== first[name as keyof typeof first]),
  );
  useLoss(Object.keys(changed).length > 0 ? "The corrections are not saved" : null, { isSending });
  const change = (name: keyof typeof values) => (value: string) =>
    setValues((current) => ({ ...current, [name]: value }));
  const field = (name: keyof typeof values) => ({
    value: values[name],
    autoComplete: "off",
    onChange: (event: { target: { value: string } }) => change(name)(event.target.value),
  });
  const nameField = useRef<HTMLInputElement>(null);
  // The button that opened the form is gone.
  useEffect(() => nameField.current?.focus(), []);
  /** A service that can no longer be booked stays one of the choices. */
  const options = services.map(({ slug, title, minutes }): [string, string] => [
    slug,
    `${title}, ${minutes} minutes`,
  ]);
  if (!services.some(({ slug }) => slug === appointment.service)) {
    options.unshift([appointment.service, appointment.title]);
  }
  const isOpen = ["waiting", "requested", "confirmed"].includes(appointment.state);
  return (
    <ActionForm
      busy={busy}
      result={result}
      submitLabel="Save the corrections"
      onSubmit={() =>
        run({
          request: () => api.correctAppointment(appointment.id, changed),
          invalidates: [queryKeys.appointments],
          onSuccess: onCorrected,
        })
      }
      afterResult={
        <Button weight="quiet" onClick={onClose}>
          Leave it as it is
        </Button>
      }
    >
      <FormField
        name="name"
        label="Patient's name"
        required
        maxLength={80}
        {...field("name")}
        ref={nameField}
      />
      <FormField
        name="phone"
        label="Patient's phone number"
        type="tel"
        required
        {...field("phone")}
      />
      <FormField
        name="broughtBy"
        label={BROUGHT_BY}
        hint={BROUGHT_BY_HINT}
        maxLength={80}
        {...field("broughtBy")}
      />
      <FormField
        name="email"
        label="Email (optional)"
        hint="Another address gets an email with another link, and the earlier link ends."
        type="email"
        {...field("email")}
      />
      <AddressSuggestion typed={values.email} withoutPause={false} onAccept={change("email")} />
      <FormField
        name="note"
        label="Note (optional)"
        hint="No medical details."
        maxLength={300}
        {...field("note")}
      />
      {isOpen && (
        <SelectField
          name="service"
          label="Service"
          value={values.service}
          onChange={change("service")}
          options={options}
        />
      )}
    </ActionForm>
  );
}
