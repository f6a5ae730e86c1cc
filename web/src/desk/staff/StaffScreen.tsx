// The staff accounts: list, invite, change the role, disable, re-enable, reset a password. Owners cannot change their own
// role or disable their own account here.
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import type { EmailState } from "../../generated/EmailState";
import type { OneTimeLink } from "../../generated/OneTimeLink";
import type { Role } from "../../generated/Role";
import type { StaffAccount } from "../../generated/StaffAccount";
import { Button } from "../../ui/button/Button";
import { SegmentedControl } from "../../ui/segmented-control/SegmentedControl";
import * as api from "../api/endpoints";
import { queryKeys, staffQuery } from "../api/queries";
import { formatDayAndTime, formatMoment } from "../clinic-time";
import { ActionNotice } from "../components/ActionNotice";
import { ConfirmDialog } from "../components/ConfirmDialog";
import styles from "../components/desk.module.css";
import { LoadState } from "../components/LoadState";
import { useAction } from "../components/use-action";
import { useMe } from "../sign-in/SessionProvider";
import { InviteStaff } from "./InviteStaff";
import { PasswordLink } from "./PasswordLink";
import { permissions, roleNames, roleOptions } from "./roles";
import { SendInvitation, type SentInvitation } from "./SendInvitation";
import { TwoStepRoles } from "./TwoStepRoles";

type CreatedLink = {
  readonly heading: string;
  readonly name: string;
  readonly link: OneTimeLink;
  /** For an invitation: whom the link was sent to. */
  readonly sent?: SentInvitation | null;
  /** What was typed for the link that a button made is not for the one of another button. */
  readonly form?: string;
};

export function StaffScreen(): ReactNode {
  const me = useMe();
  const query = useQuery(staffQuery);
  /** Whom the confirmation dialogs ask about. */
  const [disabling, setDisabling] = useState<StaffAccount | null>(null);
  const [changingRole, setChangingRole] = useState<StaffAccount | null>(null);
  const { run, busy, result } = useAction(disabling ?? changingRole);
  const [newRole, setNewRole] = useState<Role>("owner");
  const heading = useRef<HTMLHeadingElement>(null);
  const [created, setCreated] = useState<CreatedLink | null>(null);
  const showInvitation = (name: string, link: OneTimeLink) =>
    setCreated({ heading: `Invitation for ${name}`, name, link, sent: null, form: link.path });

  function offerReset({ name }: StaffAccount) {
    run({
      request: () => api.offerPasswordReset(name),
      onSuccess: (link) => setCreated({ heading: `New password for ${name}`, name, link }),
    });
  }

  function renewInvitation({ name }: StaffAccount) {
    run({
      request: () => api.offerPasswordReset(name),
      invalidates: [queryKeys.staff],
      onSuccess: (link) => showInvitation(name, link),
    });
  }

  function cancelInvitation({ name }: StaffAccount) {
    run({
      request: () => api.cancelInvitation(name),
      invalidates: [queryKeys.staff],
      onSuccess: () => {
        setCreated(null);
        // The button with focus is removed from the list.
        heading.current?.focus();
      },
      success: `The invitation of ${name} is cancelled. The link no longer works.`,
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

  function askForRole(colleague: StaffAccount) {
    setNewRole(colleague.role === "owner" ? "desk" : "owner");
    setChangingRole(colleague);
  }

  function changeRole({ name }: StaffAccount) {
    run({
      request: () => api.changeRole(name, newRole),
      invalidates: [queryKeys.staff],
      onSettled: () => setChangingRole(null),
      success: `${name} now has the role ${roleNames[newRole]}.`,
    });
  }

  return (
    <>
      <h1 tabIndex={-1} ref={heading}>
        Staff
      </h1>
      <ActionNotice result={result} />
      {created && (
        <PasswordLink
          heading={created.heading}
          name={created.name}
          link={created.link}
          byEmail={
            created.sent !== undefined && (
              <SendInvitation
                key={created.form}
                name={created.name}
                link={created.link}
                sent={created.sent}
                onSent={(link, sent) => setCreated({ ...created, link, sent })}
              />
            )
          }
        />
      )}
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
                  ) : colleague.invitation ? (
                    <div className={styles.row}>
                      <Button
                        weight="quiet"
                        busy={busy}
                        aria-label={`${renewalOf(colleague)} for ${colleague.name}`}
                        onClick={() => renewInvitation(colleague)}
                      >
                        {renewalOf(colleague)}
                      </Button>
                      <Button
                        weight="quiet"
                        busy={busy}
                        aria-label={`Cancel invitation of ${colleague.name}`}
                        onClick={() => cancelInvitation(colleague)}
                      >
                        Cancel invitation
                      </Button>
                    </div>
                  ) : (
                    <div className={styles.row}>
                      <Button
                        weight="quiet"
                        aria-haspopup="dialog"
                        aria-label={`Change role of ${colleague.name}`}
                        onClick={() => askForRole(colleague)}
                      >
                        Change role
                      </Button>
                      <Button
                        weight="quiet"
                        busy={busy}
                        aria-label={`New password link for ${colleague.name}`}
                        onClick={() => offerReset(colleague)}
                      >
                        New password link
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
      <InviteStaff onInvited={showInvitation} />
      {query.data && <TwoStepRoles required={query.data.twoStepRoles} />}
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
        heading={`Change the role of ${changingRole?.name ?? ""}`}
        confirmLabel="Change role"
        open={changingRole !== null}
        busy={busy}
        onClose={() => setChangingRole(null)}
        onConfirm={() => changingRole && changeRole(changingRole)}
      >
        <div className={styles.segmented}>
          <SegmentedControl
            legend="New role"
            options={roleOptions}
            value={newRole}
            onChange={setNewRole}
          />
          <p>{permissions[newRole]} The change works immediately.</p>
        </div>
      </ConfirmDialog>
    </>
  );
}

function describeAccount(account: StaffAccount): string {
  const facts = [
    roleNames[account.role],
    account.disabled && "Disabled",
    describeUse(account),
    account.totp && "Two-step verification is on",
  ];
  return `${facts.filter(Boolean).join(". ")}.`;
}

/** The link that has expired was perhaps sent, but the server keeps no address for longer. */
const renewalOf = ({ invitation }: StaffAccount): string =>
  invitation?.validUntil ? "New link" : "Send again with a new link";

function describeUse({ lastSeen, invitation }: StaffAccount): string {
  if (lastSeen) return `Last seen ${formatMoment(lastSeen, Date.now())}`;
  if (!invitation) return "Never signed in";
  const { validUntil, email } = invitation;
  const invited = email ? `Invited, ${emailStates[email.state]} ${email.to}` : "Invited";
  return validUntil
    ? `${invited}, link valid until ${formatDayAndTime(validUntil)}`
    : `${invited}, the link has expired`;
}

const emailStates: Record<EmailState, string> = {
  sent: "emailed to",
  queued: "email waits to be sent to",
  rejected: "email not accepted for",
  failed: "email not delivered to",
  replaced: "email not sent to",
  expired: "email not sent to",
};
