// A password: one that somebody has, or a fresh one, which password managers then offer to make up and keep.
import type { ReactNode, Ref } from "react";
import { Field } from "../../ui/field/Field";

interface PasswordFieldProps {
  label: string;
  hint?: string;
  fresh?: boolean;
  value: string;
  onType: (value: string) => void;
  ref?: Ref<HTMLInputElement>;
}

export function PasswordField({ fresh = false, onType, ...field }: PasswordFieldProps): ReactNode {
  return (
    <Field
      {...field}
      type="password"
      name="password"
      required
      autoComplete={fresh ? "new-password" : "current-password"}
      onChange={(event) => onType(event.target.value)}
    />
  );
}
