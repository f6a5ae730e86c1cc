// The first and the last day of the statistics. A day is used only when it is plausible: while someone types a year, the
// browser reports years such as 0002.
import { type ReactNode, useState } from "react";
import { Field } from "../../ui/field/Field";

export type Range = { readonly from: string; readonly to: string };

/** The clinic was founded in 2001, so no game is older. */
const FIRST_DAY = "2001-01-01";

interface DateRangeProps {
  range: Range;
  onChange: (range: Range) => void;
}

export function DateRange({ range, onChange }: DateRangeProps): ReactNode {
  const [typed, setTyped] = useState(range);
  /** An error is shown only after the field was left: until then the date is unfinished. */
  const [isTyping, setIsTyping] = useState(false);
  const error = isTyping ? undefined : describeError(typed);

  function change(part: Partial<Range>) {
    const next = { ...typed, ...part };
    setTyped(next);
    setIsTyping(true);
    if (describeError(next) === undefined) onChange(next);
  }

  return (
    <>
      <Field
        label="From"
        type="date"
        required
        min={FIRST_DAY}
        max={typed.to}
        value={typed.from}
        error={error}
        onChange={(event) => change({ from: event.target.value })}
        onBlur={() => setIsTyping(false)}
      />
      <Field
        label="To"
        type="date"
        required
        min={typed.from}
        value={typed.to}
        onChange={(event) => change({ to: event.target.value })}
        onBlur={() => setIsTyping(false)}
      />
    </>
  );
}

/** Days of the form YYYY-MM-DD are in the order of the calendar when compared as text. */
function describeError({ from, to }: Range): string | undefined {
  if (from.length !== FIRST_DAY.length || to.length !== FIRST_DAY.length) return "Enter both days.";
  if (from < FIRST_DAY) return "Enter a day after 2000.";
  return from > to ? "The first day must not be after the last." : undefined;
}
