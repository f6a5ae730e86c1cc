// Some of the services that can be booked: a checkbox for each. None is the same as all.
import type { ReactNode } from "react";
import type { FieldDefinition } from "../../../../generated/FieldDefinition";
import desk from "../../../components/desk.module.css";
import { FieldsetMessages } from "../FieldsetMessages";
import styles from "../Form.module.css";
import { shownText } from "../field-values";
import { type FormField, useForm } from "../form-context";
import { countEntries, valueAt } from "../toml/toml-text";

/** Where the services that can be booked are in the file. */
const BOOKED = ["booking", "services"] as const;

interface ServicesInputProps {
  field: FieldDefinition;
  formField: FormField;
  label: string;
  error: string | undefined;
}

export function ServicesInput({ field, formField, label, error }: ServicesInputProps): ReactNode {
  const { file, options } = useForm();
  const { value, set, leaveOut } = formField;
  const chosen = value.kind === "list" ? value.texts : [];
  const booked = Array.from({ length: countEntries(file, BOOKED) }, (_, index) =>
    shownText(valueAt(file, [...BOOKED, index, "service"])),
  );
  // One that cannot be booked any more stays until somebody removes it.
  const offered = [...new Set([...booked, ...chosen])].filter((service) => service !== "");
  const nameOf = (service: string) =>
    options.services.find((option) => option.value === service)?.label ?? service;
  const change = (service: string, isChosen: boolean) => {
    const next = isChosen ? [...chosen, service] : chosen.filter((other) => other !== service);
    if (next.length === 0) leaveOut();
    else set({ kind: "list", texts: next });
  };
  return (
    <fieldset className={styles.fieldset}>
      <legend className={styles.smallLegend}>
        {label}
        {!field.required && " (optional)"}
      </legend>
      <FieldsetMessages help={field.help} error={error} />
      {offered.map((service) => (
        <label key={service} className={desk.checkbox}>
          <input
            type="checkbox"
            checked={chosen.includes(service)}
            onChange={({ target }) => change(service, target.checked)}
          />
          {nameOf(service)}
        </label>
      ))}
    </fieldset>
  );
}
