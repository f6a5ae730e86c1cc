// A form field: label, hint, input and error, connected for screen readers. The label is always visible: people with
// poor sight lose a placeholder as soon as they type.
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { Icon } from "../icon/Icon";
import styles from "./Field.module.css";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do. */
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
