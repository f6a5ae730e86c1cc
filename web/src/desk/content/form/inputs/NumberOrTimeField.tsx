// A number, a date or a time. For one that is not complete, such as "12e" or a date without its year, browsers give the same
// empty value as for an empty field. What the file has must stay until the input is complete, or really empty.
import {
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Field } from "../../../../ui/field/Field";
import { useForm } from "../form-context";

interface NumberOrTimeFieldProps
  extends Omit<ComponentProps<typeof Field>, "type" | "value" | "onInput" | "onChange"> {
  type: "number" | "date" | "time";
  label: string;
  /** As the file has it. */
  value: string;
  /** The file has no place for it now. What was typed and is not complete waits until it has. */
  isAway?: boolean;
  onType: (text: string) => void;
}

export function NumberOrTimeField({
  type,
  value,
  error,
  isAway = false,
  onType,
  ...field
}: NumberOrTimeFieldProps): ReactNode {
  const form = useForm();
  const { noteIncomplete } = form;
  const isHidden = isAway || form.isHidden;
  const [isIncomplete, setIsIncomplete] = useState(false);
  const id = useId();
  useEffect(() => {
    noteIncomplete(id, isIncomplete && !isHidden);
    return () => noteIncomplete(id, false);
  }, [noteIncomplete, id, isIncomplete, isHidden]);
  const place = [...form.within, field.label].join(", ");
  useNotedLoss(id, { isIncomplete, isHidden, what: `${NAMES[type]}, in “${place}”` });

  function read({ currentTarget: input }: FormEvent<HTMLInputElement>): void {
    const { badInput } = input.validity;
    setIsIncomplete(badInput);
    if (!badInput && input.value !== value) onType(input.value);
  }

  /** Browsers send no event of the input while its value stays empty: half of a date in an empty field, or the rest of one removed. */
  function readAfterKey(event: FormEvent<HTMLInputElement>): void {
    // What the file has may be nothing that the input can show, so an input in which nobody typed is not read.
    if (event.currentTarget.validity.badInput !== isIncomplete) read(event);
  }

  if (isAway && !isIncomplete) return null;
  return (
    <div hidden={isAway}>
      <Field
        {...field}
        type={type}
        // The value that the browser reports: React would replace what was typed with any other.
        value={isIncomplete ? "" : value}
        error={isIncomplete ? INCOMPLETE[type] : error}
        // React does not call `onChange` when the value stays empty.
        onInput={read}
        onChange={read}
        onKeyUp={readAfterKey}
        onBlur={readAfterKey}
      />
    </div>
  );
}

interface Typed {
  isIncomplete: boolean;
  isHidden: boolean;
  what: string;
}

/** Says so when what is not complete is not on the screen any more. */
function useNotedLoss(id: string, typed: Typed): void {
  const { noteLost, removed } = useForm();
  const { isIncomplete, isHidden } = typed;
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const { what } = latest.current;
    noteLost(id, isIncomplete && isHidden ? { what, canReturn: true } : null);
  }, [noteLost, id, isIncomplete, isHidden]);
  useEffect(
    () => () => {
      const { isIncomplete: isMissed, what } = latest.current;
      if (isMissed) noteLost(id, removed?.current ? null : { what, canReturn: false });
    },
    [noteLost, id, removed],
  );
}

const NAMES = {
  number: "a number that is not complete",
  date: "a date that is not complete",
  time: "a time that is not complete",
} as const;

const INCOMPLETE = {
  number: "Not saved: this is not a whole number. Correct it, or empty the field.",
  date: "Not saved: the date is not complete. Complete it, or empty the field.",
  time: "Not saved: the time is not complete. Complete it, or empty the field.",
} as const;
