// The form to invite a colleague. The answer is a link with which the colleague chooses the password, so that nobody else
// ever knows it.
import { type ReactNode, useState } from "react";
import type { OneTimeLink } from "../../generated/OneTimeLink";
import type { Role } from "../../generated/Role";
import { Field } from "../../ui/field/Field";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { ActionForm } from "../components/ActionForm";
import styles from "../components/desk.module.css";
import { useAction } from "../components/use-action";
import { useLoss } from "../layout/leaving/use-loss";
import { permissions, roleOptions } from "./roles";

interface InviteStaffProps {
  onInvited: (name: string, link: OneTimeLink) => void;
}

export function InviteStaff({ onInvited }: InviteStaffProps): ReactNode {
  const { run, busy, result } = useAction();
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("desk");
  useLoss(name.trim() === "" ? null : "The invitation is not created");

  function invite() {
    const trimmedName = name.trim();
    run({
      request: () => api.inviteStaff({ name: trimmedName, role }),
      invalidates: [queryKeys.staff],
      onSuccess: (link) => {
        // Not the next name, which was typed meanwhile.
        setName((typed) => (typed.trim() === trimmedName ? "" : typed));
        onInvited(trimmedName, link);
      },
    });
  }

  return (
    <section className={styles.section} aria-labelledby="invite-staff">
      <h2 id="invite-staff">Invite a colleague</h2>
      <ActionForm
        busy={busy}
        result={result}
        submitLabel="Create invitation"
        busyLabel="Creating…"
        onSubmit={invite}
      >
        <p>You get a link for your colleague, who opens it and chooses a password.</p>
        <Field
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
      </ActionForm>
    </section>
  );
}
