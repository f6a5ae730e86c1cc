// One question of a form: label, help, the answer, and what is wrong with it, tied together for every reader.
// The label stays above the box: a placeholder that vanishes is no label for poor sight.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { Icon } from "../icon/Icon";
import styles from "./Field.module.css";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do; absent when all is well. */
  error?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

export function Field({ label, hint, error, ref, ...input }: FieldProps): ReactNode {
  const id = useId();
  const described = [hint && `${id}hint`, error && `${id}error`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {hint && (
        <div id={`${id}hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      <input
        id={id}
        ref={ref}
        className={styles.input}
        aria-describedby={described || undefined}
        aria-invalid={error ? true : undefined}
        {...input}
      />
      <div id={`${id}error`} className={styles.error} aria-live="polite">
        {error && (
          <>
            <Icon name="alert" /> {error}
          </>
        )}
      </div>
    </div>
  );
}
