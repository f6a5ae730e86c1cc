// A segmented control: a group of radio buttons drawn as one strip.
import { type ReactNode, useId } from "react";
import type { DisplaySetting } from "../../lib/display-setting";
import styles from "./SegmentedControl.module.css";

export interface Option<V extends string> {
  value: V;
  /** Read by screen readers, and shown, or the tooltip of the symbol. */
  label: string;
  symbol?: ReactNode;
}

interface SegmentedControlProps<V extends string> {
  legend: string;
  options: readonly Option<V>[];
  value: V;
  onChange: (value: V) => void;
  /** For the display settings: lets the script for slow connections find the control. */
  setting?: DisplaySetting;
}

export function SegmentedControl<V extends string>({
  legend,
  options,
  value,
  onChange,
  setting,
}: SegmentedControlProps<V>): ReactNode {
  const name = useId();
  // Not a <legend>: WebKit cannot place a legend beside the strip.
  return (
    <fieldset className={styles.control} aria-labelledby={`${name}legend`} data-setting={setting}>
      <span id={`${name}legend`} className={styles.legend} aria-hidden="true">
        {legend}
      </span>
      <div className={styles.strip}>
        {options.map((option) => (
          // The label is the name of the input and nothing else: a title here or its text would be read as well.
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              aria-label={option.label}
              title={option.symbol ? option.label : undefined}
              name={name}
              value={option.value}
              autoComplete="off"
              className={styles.input}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span className={styles.face} aria-hidden="true">
              {option.symbol ?? option.label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
