// A number, a date or a time. For one that is not complete, such as "12e" or a date without its year, browsers give the same
// empty value as for an empty field. What the file has must stay until the input is complete, or really empty.
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useState,
} from "react";
import { Field } from "../../../ui/field/Field";
import { useForm } from "./form-context";

interface CompleteFieldProps
  extends Omit<ComponentProps<typeof Field>, "type" | "value" | "onInput" | "onChange"> {
  type: "number" | "date" | "time";
  /** As the file has it. */
  value: string;
  onType: (text: string) => void;
}

export function CompleteField({
  type,
  value,
  error,
  onType,
  ...field
}: CompleteFieldProps): ReactNode {
  const { noteIncomplete } = useForm();
  const [isIncomplete, setIsIncomplete] = useState(false);
  const id = useId();
  useEffect(() => {
    noteIncomplete(id, isIncomplete);
    return () => noteIncomplete(id, false);
  }, [noteIncomplete, id, isIncomplete]);

  function read({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
    const { badInput } = input.validity;
    setIsIncomplete(badInput);
    if (!badInput && input.value !== value) onType(input.value);
  }

  return (
    <Field
      {...field}
      type={type}
      // The value that the browser reports: React would replace what was typed with any other.
      value={isIncomplete ? "" : value}
      error={isIncomplete ? INCOMPLETE[type] : error}
      // React does not call `onChange` when the value stays empty.
      onInput={read}
      onChange={read}
    />
  );
}

const INCOMPLETE = {
  number: "Not saved: this is not a whole number. Correct it, or empty the field.",
  date: "Not saved: the date is not complete. Complete it, or empty the field.",
  time: "Not saved: the time is not complete. Complete it, or empty the field.",
} as const;
