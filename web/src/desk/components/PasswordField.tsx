// A password input. `isNew` makes password managers offer to generate and save a password.
import type { ReactNode, Ref } from "react";
import { Field } from "../../ui/field/Field";

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
  return (
    <Field
      {...field}
      type="password"
      name="password"
      required
      autoComplete={isNew ? "new-password" : "current-password"}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
