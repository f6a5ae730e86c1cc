// The opening hours of a day: closed, or from and to, with a break if there is one.
import { type ReactNode, useState } from "react";
import { Field } from "../../../../ui/field/Field";
import desk from "../../../components/desk.module.css";
import { FieldsetMessages } from "../FieldsetMessages";
import styles from "../Form.module.css";
import { FormContext, useForm } from "../form-context";
import { NumberOrTimeField } from "./NumberOrTimeField";
import { addBreak, readHours, type TimeRange, writeHours } from "./opening-hours";

interface HoursInputProps {
  label: string;
  mayBeClosed: boolean;
  /** What an empty day of a chair means. Undefined for a day that must not be empty. */
  whenEmpty?: string | undefined;
  text: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

const NO_RANGE: TimeRange = { from: "", to: "" };
const WHOLE_DAY: TimeRange = { from: "08:00", to: "18:00" };

export function HoursInput(props: HoursInputProps): ReactNode {
  const { label, mayBeClosed, whenEmpty, text, error, onChange } = props;
  const form = useForm();
  const read = readHours(text);
  const isEmpty = whenEmpty !== undefined && text === "";
  const filled = read?.length === 0 && !mayBeClosed ? [NO_RANGE] : read;
  const ranges = isEmpty ? [] : filled;
  // Half of a time waits in its field while the day is closed, or has no break.
  const [most, setMost] = useState(0);
  if (ranges !== null && ranges.length > most) setMost(ranges.length);
  if (ranges === null) {
    return (
      <Field
        label={label}
        error={error}
        value={text}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  const change = (next: readonly TimeRange[]) => onChange(writeHours(next));
  const changeRange = (index: number, range: TimeRange) =>
    change(ranges.map((old, at) => (at === index ? range : old)));
  const [first] = ranges;
  return (
    <fieldset className={styles.day}>
      <legend className={styles.smallLegend}>{label}</legend>
      {whenEmpty !== undefined && (
        <label className={desk.checkbox}>
          <input
            type="checkbox"
            checked={isEmpty}
            onChange={({ target }) => (target.checked ? onChange("") : change([WHOLE_DAY]))}
          />
          {whenEmpty}
        </label>
      )}
      {mayBeClosed && !isEmpty && (
        <label className={desk.checkbox}>
          <input
            type="checkbox"
            checked={ranges.length === 0}
            onChange={({ target }) => change(target.checked ? [] : [WHOLE_DAY])}
          />
          Closed
        </label>
      )}
      <FormContext value={{ ...form, within: [...form.within, label] }}>
        {Array.from({ length: Math.max(most, ranges.length) }, (_, index) => {
          const range = ranges[index] ?? NO_RANGE;
          const isAway = index >= ranges.length;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: There are at most a few, in the order of the day.
            <div key={index} className={styles.times}>
              <NumberOrTimeField
                label={index === 0 ? "Opens" : "Opens again"}
                type="time"
                value={range.from}
                isAway={isAway}
                onType={(from) => changeRange(index, { ...range, from })}
              />
              <NumberOrTimeField
                label="Closes"
                type="time"
                value={range.to}
                isAway={isAway}
                onType={(to) => changeRange(index, { ...range, to })}
              />
            </div>
          );
        })}
      </FormContext>
      {first && ranges.length === 1 && (
        <button type="button" className={desk.textButton} onClick={() => change(addBreak(first))}>
          Add a break
        </button>
      )}
      {first && ranges.length > 1 && (
        <button
          type="button"
          className={desk.textButton}
          onClick={() => change([{ from: first.from, to: ranges.at(-1)?.to ?? first.to }])}
        >
          Remove the break
        </button>
      )}
      <FieldsetMessages error={error} />
    </fieldset>
  );
}
