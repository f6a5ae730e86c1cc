// The fields for day, time and chair, which several forms have.
import type { ReactNode } from "react";
import { FormField } from "../components/fields/field-errors";
import { SelectField } from "./SelectField";

/** In seconds: times are chosen in steps of five minutes. */
const TIME_STEP = 300;

interface FieldProps {
  /** Its name in the request. */
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function DayField({ onChange, ...props }: Omit<FieldProps, "name">): ReactNode {
  return (
    <FormField
      {...props}
      name="date"
      type="date"
      required
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

export function TimeField({ onChange, ...props }: FieldProps): ReactNode {
  return (
    <FormField
      {...props}
      type="time"
      step={TIME_STEP}
      required
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

interface ChairFieldProps {
  chairs: number;
  /** The first choice, without a chair of its own. */
  noChair: string;
  value: string;
  onChange: (value: string) => void;
}

export function ChairField({ chairs, noChair, value, onChange }: ChairFieldProps): ReactNode {
  const numbers = Array.from({ length: chairs }, (_, index) => String(index + 1));
  return (
    <SelectField
      name="chair"
      label="Chair"
      value={value}
      onChange={onChange}
      options={[
        ["", noChair],
        ...numbers.map((chair): [string, string] => [chair, `Chair ${chair}`]),
      ]}
    />
  );
}
