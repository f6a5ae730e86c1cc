// A new account: name, role and a first password, which its owner changes after signing in.
import { type ReactNode, useRef, useState } from "react";
import { Field } from "../../ui/field/Field";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api";
import { ActForm } from "../parts/ActForm";
import { PasswordField } from "../parts/PasswordField";
import styles from "../parts/parts.module.css";
import { useAct } from "../parts/use-act";
import type { Role } from "../types";
import { roleNames } from "./roles";

const roles = [
  { value: "desk", label: roleNames.desk },
  { value: "owner", label: roleNames.owner },
] as const;

const powers: Record<Role, string> = {
  desk: "Checks and redeems codes.",
  owner: "Does everything, these accounts included.",
};

export function AddStaff({ onAdded }: { onAdded: () => Promise<void> }): ReactNode {
  const { act, busy, report } = useAct();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("desk");
  const [password, setPassword] = useState("");
  const first = useRef<HTMLInputElement>(null);

  async function add() {
    const outcome = await act(
      () => api.addStaff(name.trim(), role, password),
      `${name.trim()} can sign in now.`,
    );
    if (!outcome.ok) return;
    setName("");
    setPassword("");
    first.current?.focus();
    await onAdded();
  }

  return (
    <section className={styles.section} aria-labelledby="add">
      <h2 id="add">Add an account</h2>
      <ActForm busy={busy} report={report} button="Add the account" doing="Adding…" onSend={add}>
        <Field
          ref={first}
          label="Name"
          hint="What they type to sign in, and what the audit shows."
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className={styles.choice}>
          <SegmentedControl legend="Role" options={roles} value={role} onChange={setRole} />
          <p className={styles.quiet}>{powers[role]}</p>
        </div>
        <PasswordField
          label="First password"
          hint="Tell them in person. They can change it under Account."
          fresh
          value={password}
          onType={setPassword}
        />
      </ActForm>
    </section>
  );
}
