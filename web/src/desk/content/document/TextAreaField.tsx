// A form field with several lines.
import { type ReactNode, useId } from "react";
import styles from "../Content.module.css";

interface TextAreaFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
}

export function TextAreaField({ label, hint, value, onChange }: TextAreaFieldProps): ReactNode {
  const id = useId();
  return (
    <div className={styles.areaField}>
      <label htmlFor={id}>{label}</label>
      {hint && <span id={`${id}hint`}>{hint}</span>}
      <textarea
        id={id}
        rows={Math.min(8, Math.max(2, Math.ceil(value.length / 60), value.split("\n").length))}
        aria-describedby={hint ? `${id}hint` : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
