// Tells password managers whose password a form is about. A text field that cannot be seen: browsers do not recognise
// one of type "hidden".
import type { ReactNode } from "react";

export function UsernameField({ name }: { name: string }): ReactNode {
  return (
    <input
      type="text"
      name="username"
      autoComplete="username"
      className="visually-hidden"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
