// The fields for day, time and chair, which several forms have.
import type { ReactNode } from "react";
import type { DeskChair } from "../../../generated/DeskChair";
import { FormField } from "../../components/fields/field-errors";
import { SelectField } from "./SelectField";

/** In seconds: times are chosen in steps of five minutes. */
const TIME_STEP = 300;

/** Of a field that two forms have. */
export const BROUGHT_BY = "Brought by (optional)";
export const BROUGHT_BY_HINT =
  "Who comes with a child or a parent. The phone and the email are theirs, and our messages are to them.";

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

export function PartField({ value, onChange }: Pick<FieldProps, "value" | "onChange">): ReactNode {
  return (
    <SelectField
      name="part"
      label="Time of day"
      value={value}
      onChange={onChange}
      options={[
        ["", "Any"],
        ["morning", "Mornings"],
        ["afternoon", "Afternoons"],
      ]}
    />
  );
}

interface ChairFieldProps {
  columns: readonly DeskChair[];
  /** The first choice, without a chair of its own. */
  noChair: string;
  value: string;
  onChange: (value: string) => void;
}

export function ChairField({ columns, noChair, value, onChange }: ChairFieldProps): ReactNode {
  return (
    <SelectField
      name="chair"
      label="Chair"
      value={value}
      onChange={onChange}
      options={[
        ["", noChair],
        ...columns.map(({ number, name }): [string, string] => [String(number), name]),
      ]}
    />
  );
}
