// The staff accounts: list, change the role, disable, re-enable, reset a password, add. Owners cannot change their own
// role or disable their own account here.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { PasswordResetLink } from "../../generated/PasswordResetLink";
import type { Role } from "../../generated/Role";
import type { StaffAccount } from "../../generated/StaffAccount";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import * as api from "../api/endpoints";
import { queryKeys, staffQuery } from "../api/queries";
import { formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";
import { useMe } from "../session/SessionProvider";
import { AddStaff } from "./AddStaff";
import { permissions, roleNames } from "./role-names";

export function StaffScreen(): ReactNode {
  const me = useMe();
  const query = useQuery(staffQuery);
  const { run, busy, result } = useAction();
  /** Whom the confirmation dialogs ask about. */
  const [disabling, setDisabling] = useState<StaffAccount | null>(null);
  const [changingRole, setChangingRole] = useState<StaffAccount | null>(null);
  const newRole = otherRole(changingRole?.role);
  const [reset, setReset] = useState<{ name: string; link: PasswordResetLink } | null>(null);

  function offerReset({ name }: StaffAccount) {
    run({
      request: () => api.offerPasswordReset(name),
      onSuccess: (link) => setReset({ name, link }),
    });
  }

  function enable({ name }: StaffAccount) {
    run({
      request: () => api.enableStaff(name),
      invalidates: [queryKeys.staff],
      success: `${name} can sign in again.`,
    });
  }

  function disable({ name }: StaffAccount) {
    run({
      request: () => api.disableStaff(name),
      invalidates: [queryKeys.staff],
      onSettled: () => setDisabling(null),
      success: `${name} can no longer sign in.`,
    });
  }

  function changeRole({ name, role }: StaffAccount) {
    const next = otherRole(role);
    run({
      request: () => api.changeRole(name, next),
      invalidates: [queryKeys.staff],
      onSettled: () => setChangingRole(null),
      success: `${name} now has the role ${roleNames[next]}.`,
    });
  }

  return (
    <>
      <h1 tabIndex={-1}>Staff</h1>
      <ActionNotice result={result} />
      {reset && <ResetLink name={reset.name} link={reset.link} />}
      <LoadState query={query}>
        {({ staff }) => (
          <ul className={styles.list}>
            {staff.map((colleague) => (
              <li key={colleague.name} className={styles.listItem}>
                <div>
                  <p className={styles.name}>
                    {colleague.name}
                    {colleague.name === me.name && " (you)"}
                  </p>
                  <p>{describeAccount(colleague)}</p>
                </div>
                {colleague.name !== me.name &&
                  (colleague.disabled ? (
                    <Button
                      weight="quiet"
                      busy={busy}
                      aria-label={`Re-enable ${colleague.name}`}
                      onClick={() => enable(colleague)}
                    >
                      Re-enable
                    </Button>
                  ) : (
                    <div className={styles.row}>
                      <Button
                        weight="quiet"
                        aria-haspopup="dialog"
                        aria-label={`Change role of ${colleague.name}`}
                        onClick={() => setChangingRole(colleague)}
                      >
                        Change role
                      </Button>
                      <Button
                        weight="quiet"
                        busy={busy}
                        aria-label={`Reset password of ${colleague.name}`}
                        onClick={() => offerReset(colleague)}
                      >
                        Reset password
                      </Button>
                      <Button
                        weight="quiet"
                        aria-haspopup="dialog"
                        aria-label={`Disable ${colleague.name}`}
                        onClick={() => setDisabling(colleague)}
                      >
                        Disable
                      </Button>
                    </div>
                  ))}
              </li>
            ))}
          </ul>
        )}
      </LoadState>
      <AddStaff />
      <ConfirmDialog
        heading={`Disable ${disabling?.name ?? ""}?`}
        confirmLabel="Disable"
        open={disabling !== null}
        busy={busy}
        onClose={() => setDisabling(null)}
        onConfirm={() => disabling && disable(disabling)}
      >
        <p>
          They will be signed out on all devices and cannot sign in. You can re-enable the account
          later.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        heading={`Give ${changingRole?.name ?? ""} the role ${roleNames[newRole]}?`}
        confirmLabel="Change role"
        open={changingRole !== null}
        busy={busy}
        onClose={() => setChangingRole(null)}
        onConfirm={() => changingRole && changeRole(changingRole)}
      >
        <p>
          {roleNames[newRole]}: {permissions[newRole]} The change works immediately.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Shown once: the server keeps only a hash of the link. */
function ResetLink({ name, link }: { name: string; link: PasswordResetLink }): ReactNode {
  return (
    <Notice tone="success" heading={`New password for ${name}`} live>
      <p>
        Give this link to {name} only. It works once, until{" "}
        {formatMoment(link.expiresAt, Date.now())}. It is not shown again.
      </p>
      <p className={styles.name}>{location.origin + link.path}</p>
    </Notice>
  );
}

function otherRole(role: Role | undefined): Role {
  return role === "owner" ? "desk" : "owner";
}

function describeAccount({ role, disabled, totp, lastSeen }: StaffAccount): string {
  const facts = [
    roleNames[role],
    disabled && "Disabled",
    lastSeen ? `Last seen ${formatMoment(lastSeen, Date.now())}` : "Never signed in",
    totp && "Two-step verification is on",
  ];
  return `${facts.filter(Boolean).join(". ")}.`;
}
