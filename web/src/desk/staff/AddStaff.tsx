// A new account: name, role and a first password, which its owner changes after signing in.
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "../../ui/button/Button";
import { Choice } from "../../ui/choice/Choice";
import { Field } from "../../ui/field/Field";
import * as api from "../api";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
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

  async function add(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
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
      <form className={styles.form} onSubmit={add}>
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
          <Choice legend="Role" options={roles} value={role} onChange={setRole} />
          <p className={styles.quiet}>{powers[role]}</p>
        </div>
        <Field
          label="First password"
          hint="Tell them in person. They can change it under Account."
          type="password"
          required
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" busy={busy}>
          {busy ? "Adding…" : "Add the account"}
        </Button>
        <ReportNotice report={report} />
      </form>
    </section>
  );
}
