// The form to add a staff account with a first password, which its user changes after signing in.
import { type ReactNode, useRef, useState } from "react";
import type { Role } from "../../generated/Role";
import { Field } from "../../ui/field/Field";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { PasswordField } from "../components/PasswordField";
import { useAction } from "../components/use-action";
import { permissions, roleNames } from "./role-names";

const roleOptions = [
  { value: "desk", label: roleNames.desk },
  { value: "owner", label: roleNames.owner },
] as const;

export function AddStaff(): ReactNode {
  const { run, busy, result } = useAction();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("desk");
  const [password, setPassword] = useState("");
  const nameInput = useRef<HTMLInputElement>(null);

  function add() {
    const trimmedName = name.trim();
    run({
      request: () => api.addStaff({ name: trimmedName, role, password }),
      invalidates: [queryKeys.staff],
      onSuccess: () => {
        setName("");
        setPassword("");
        nameInput.current?.focus();
      },
      success: `${trimmedName} can now sign in.`,
    });
  }

  return (
    <section className={styles.section} aria-labelledby="add-staff">
      <h2 id="add-staff">Add an account</h2>
      <ActionForm
        busy={busy}
        result={result}
        submitLabel="Add account"
        busyLabel="Adding…"
        onSubmit={add}
      >
        <Field
          ref={nameInput}
          label="Name"
          hint="They sign in with this name. It appears in the audit log."
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles.segmented}>
          <SegmentedControl legend="Role" options={roleOptions} value={role} onChange={setRole} />
          <p className={styles.secondary}>{permissions[role]}</p>
        </div>
        <PasswordField
          label="First password"
          hint="Tell them in person. They can change it under Account."
          isNew
          value={password}
          onChange={setPassword}
        />
      </ActionForm>
    </section>
  );
}
