// A password input, which can be shown. `isNew` makes password managers offer to generate and save a password.
import { type ReactNode, type Ref, useState } from "react";
import { Field } from "../../../ui/field/Field";
import styles from "../desk.module.css";

interface PasswordFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  isNew?: boolean;
  value: string;
  onChange: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function PasswordField(props: PasswordFieldProps): ReactNode {
  const { isNew = false, onChange, ...field } = props;
  const [isShown, setIsShown] = useState(false);
  return (
    <div>
      <Field
        {...field}
        type={isShown ? "text" : "password"}
        name="password"
        required
        autoCapitalize="none"
        spellCheck={false}
        autoComplete={isNew ? "new-password" : "current-password"}
        onChange={(event) => onChange(event.target.value)}
      />
      <button type="button" className={styles.textButton} onClick={() => setIsShown(!isShown)}>
        {isShown ? "Hide password" : "Show password"}
      </button>
    </div>
  );
}
