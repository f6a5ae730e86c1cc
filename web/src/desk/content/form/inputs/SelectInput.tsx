// A drop-down list with a hint and an error. A value that is not in the list stays, so that nothing changes unasked.
import type { ReactNode } from "react";
import { LabelledField } from "../../../../ui/field/Field";
import { byGroup } from "../../content-address";
import type { FormOption } from "../form-context";

interface SelectInputProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  options: readonly FormOption[];
  /** The words for no value. */
  none: string;
  value: string;
  onChange: (value: string) => void;
}

export function SelectInput({
  label,
  hint,
  error,
  options,
  none,
  value,
  onChange,
}: SelectInputProps): ReactNode {
  const isKnown = value === "" || options.some((option) => option.value === value);
  return (
    <LabelledField label={label} hint={hint} error={error}>
      {(attributes) => (
        <select {...attributes} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">{none}</option>
          {!isKnown && <option value={value}>{value}</option>}
          {byGroup(options).map(([group, inGroup]) => {
            const entries = inGroup.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ));
            return group === "" ? (
              entries
            ) : (
              <optgroup key={group} label={group}>
                {entries}
              </optgroup>
            );
          })}
        </select>
      )}
    </LabelledField>
  );
}
