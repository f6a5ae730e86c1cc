// A labelled drop-down list.
import { type ReactNode, useContext } from "react";
import { LabelledField } from "../../../ui/field/Field";
import { FieldErrors } from "../../components/fields/field-errors";

interface SelectFieldProps {
  /** Its name in the request, if the server may refuse the choice. */
  name?: string;
  label: string;
  value: string;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}

export function SelectField({
  name,
  label,
  value,
  options,
  onChange,
}: SelectFieldProps): ReactNode {
  return (
    <LabelledField label={label} error={useContext(FieldErrors)[name ?? ""]}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map(([option, text]) => (
            <option key={option} value={option}>
              {text}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  );
}
