// Which roles need two-step verification. Owners always do; they decide for the others.
import type { ReactNode } from "react";
import type { Role } from "../../generated/Role";
import * as api from "../api/endpoints";
import { queryKeys } from "../api/queries";
import { ActionNotice } from "../components/ActionNotice";
import styles from "../components/desk.module.css";
import { useAction } from "../components/use-action";
import { roleNames } from "./roles";

const ROLES = ["owner", "editor", "desk"] as const satisfies readonly Role[];

export function TwoStepRoles({ required }: { required: readonly Role[] }): ReactNode {
  const { run, result } = useAction();
  const decide = (role: Role, isRequired: boolean) =>
    run({
      request: () => api.requireTwoStep({ role, required: isRequired }),
      invalidates: [queryKeys.staff],
      success: isRequired
        ? `Accounts with the role ${roleNames[role]} now need two-step verification. Those without it have 7 days to set it up.`
        : `Accounts with the role ${roleNames[role]} no longer need two-step verification.`,
    });
  return (
    <section className={styles.section} aria-labelledby="two-step-roles">
      <h2 id="two-step-roles">
        Who needs <span className={styles.unbroken}>two-step</span> verification
      </h2>
      <p>
        With it, a stolen password is not enough to sign in. Whoever has not set it up within 7 days
        is asked for it at the next sign-in and can do nothing else until then. Owners always need
        it.
      </p>
      {ROLES.map((role) => (
        <label key={role} className={styles.checkbox}>
          <input
            type="checkbox"
            checked={required.includes(role)}
            disabled={role === "owner"}
            onChange={({ target }) => decide(role, target.checked)}
          />
          {roleNames[role]}
        </label>
      ))}
      <ActionNotice result={result} />
    </section>
  );
}
