// The field for a new password: it states the rule before one types, and shows why the server refused a password.
import type { ReactNode } from "react";
import type { ActionResult } from "../use-action";
import { PasswordField } from "./PasswordField";

interface NewPasswordFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Of the form that the field belongs to. */
  result: ActionResult | null;
}

export function NewPasswordField({ result, ...field }: NewPasswordFieldProps): ReactNode {
  return (
    <PasswordField
      {...field}
      hint="At least 12 characters that are hard to guess, such as four unrelated words. No names and no dates."
      error={isWeakPassword(result) ? result?.message : undefined}
      isNew
    />
  );
}

/** What a form says below its button: all results but those that are shown at the field. */
export function resultOfForm(result: ActionResult | null): ActionResult | null {
  return isWeakPassword(result) ? null : result;
}

function isWeakPassword(result: ActionResult | null): boolean {
  return result?.code === "weak_password";
}
