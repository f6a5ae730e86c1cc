// A form field: label, hint, input and error, connected for screen readers. The label is always visible: people with
// poor sight lose a placeholder as soon as they type.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useId,
} from "react";
import { Icon } from "../icon/Icon";
import styles from "./Field.module.css";

interface FieldText {
  label: ReactNode;
  hint?: ReactNode;
  /** A sentence that says what to do. */
  error?: ReactNode;
}

interface FieldProps extends FieldText, InputHTMLAttributes<HTMLInputElement> {
  ref?: Ref<HTMLInputElement>;
}

interface TextAreaProps extends FieldText, TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

export function Field({ label, hint, error, ref, ...input }: FieldProps): ReactNode {
  const text = { label, hint, error };
  return (
    <LabelledField {...text}>
      {(attributes) => <input ref={ref} {...attributes} {...input} />}
    </LabelledField>
  );
}

/** A field with several lines. */
export function TextArea({ label, hint, error, ref, ...area }: TextAreaProps): ReactNode {
  const text = { label, hint, error };
  return (
    <LabelledField {...text}>
      {(attributes) => <textarea ref={ref} rows={3} {...attributes} {...area} />}
    </LabelledField>
  );
}

interface ControlAttributes {
  id: string;
  className: string | undefined;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

interface LabelledFieldProps extends FieldText {
  children: (attributes: ControlAttributes) => ReactNode;
}

/** For another control than an input. */
export function LabelledField({ label, hint, error, children }: LabelledFieldProps): ReactNode {
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
      {children({
        id,
        className: styles.input,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
      })}
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
