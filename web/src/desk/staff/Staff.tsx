// Who may sign in: the owner adds accounts and takes them away. Nobody can lock themselves out here.
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button/Button";
import * as api from "../api";
import { Confirm } from "../parts/Confirm";
import { Pending } from "../parts/Pending";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
import { useAct } from "../parts/use-act";
import { useMe } from "../session";
import { sayMoment } from "../times";
import type { StaffMember } from "../types";
import { useLoaded } from "../use-loaded";
import { AddStaff } from "./AddStaff";
import { roleNames } from "./roles";

export function StaffScreen(): ReactNode {
  const me = useMe();
  const { loaded, reload } = useLoaded(api.staff);
  const { act, busy, report } = useAct();
  const [leaving, setLeaving] = useState<StaffMember | null>(null);

  async function run(...step: Parameters<typeof act>): Promise<void> {
    if (busy) return;
    const outcome = await act(...step);
    setLeaving(null);
    if (outcome.ok) await reload();
  }

  return (
    <>
      <h1 tabIndex={-1}>Staff</h1>
      <ReportNotice report={report} />
      <Pending loaded={loaded} reload={reload}>
        {({ staff }) => (
          <ul className={styles.list}>
            {staff.map((member) => (
              <li key={member.name} className={styles.item}>
                <div>
                  <p className={styles.name}>
                    {member.name}
                    {member.name === me.name && " (you)"}
                  </p>
                  <p>{sayMember(member)}</p>
                </div>
                {member.name !== me.name &&
                  (member.disabled ? (
                    <Button
                      weight="quiet"
                      busy={busy}
                      aria-label={`Let ${member.name} sign in again`}
                      onClick={() =>
                        void run(
                          () => api.enableStaff(member.name),
                          `${member.name} can sign in again.`,
                        )
                      }
                    >
                      Let in again
                    </Button>
                  ) : (
                    <Button
                      weight="quiet"
                      aria-label={`Disable ${member.name}`}
                      onClick={() => setLeaving(member)}
                    >
                      Disable
                    </Button>
                  ))}
              </li>
            ))}
          </ul>
        )}
      </Pending>
      <AddStaff onAdded={reload} />
      <Confirm
        heading={`Disable ${leaving?.name ?? ""}?`}
        action="Disable"
        open={leaving !== null}
        busy={busy}
        onClose={() => setLeaving(null)}
        onConfirm={() =>
          leaving &&
          void run(() => api.disableStaff(leaving.name), `${leaving.name} can no longer sign in.`)
        }
      >
        <p>They are signed out everywhere and cannot sign in. You can let them in again later.</p>
      </Confirm>
    </>
  );
}

function sayMember({ role, disabled, totp, lastSeen }: StaffMember): string {
  const seen = lastSeen ? `last here ${sayMoment(lastSeen, Date.now())}` : "never signed in";
  const facts = [
    roleNames[role],
    disabled && "disabled",
    seen,
    totp && "signs in with a phone as well",
  ];
  return `${facts.filter(Boolean).join("; ")}.`;
}
