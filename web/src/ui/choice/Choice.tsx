// A handful of alternatives side by side, one of them chosen: radio buttons, drawn as one strip.
import { type ReactNode, useId } from "react";
import styles from "./Choice.module.css";

export interface Option<V extends string> {
  value: V;
  /** What is read out, and shown unless there is a sign. */
  label: string;
  sign?: ReactNode;
}

interface ChoiceProps<V extends string> {
  legend: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
}

export function Choice<V extends string>({
  legend,
  options,
  value,
  onChange,
}: ChoiceProps<V>): ReactNode {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.strip}>
        {options.map((option) => (
          <label key={option.value} className={styles.option} title={option.label}>
            <input
              type="radio"
              name={name}
              className={styles.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.sign && <span aria-hidden="true">{option.sign}</span>}
            <span className={option.sign ? "visually-hidden" : undefined}>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
