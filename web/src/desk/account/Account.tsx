// One's own account: password, the second step by phone, the way out everywhere, and how the desk looks.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { TextSize } from "../../ui/text-size/TextSize";
import { ThemeSwitch } from "../../ui/theme-switch/ThemeSwitch";
import * as api from "../api";
import styles from "../parts/parts.module.css";
import { ReportNotice } from "../parts/ReportNotice";
import { useAct } from "../parts/use-act";
import { useMe, useSession } from "../session";
import { roleNames } from "../staff/roles";
import { PasswordForm } from "./PasswordForm";
import { TotpSection } from "./Totp";

export function AccountScreen(): ReactNode {
  const me = useMe();
  return (
    <>
      <div className={styles.section}>
        <h1 tabIndex={-1}>Account</h1>
        <p>
          You are signed in as <strong className={styles.name}>{me.name}</strong> (
          {roleNames[me.role]}).
        </p>
      </div>
      <section className={styles.section} aria-labelledby="look">
        <h2 id="look">How the desk looks</h2>
        <div className={styles.row}>
          <TextSize />
          <ThemeSwitch />
        </div>
      </section>
      <PasswordForm />
      <TotpSection />
      <Everywhere />
    </>
  );
}

function Everywhere(): ReactNode {
  const { leave } = useSession();
  const { act, busy, report } = useAct();

  async function signOut() {
    if (busy) return;
    const outcome = await act(api.logoutEverywhere, "You are signed out.");
    if (outcome.ok) leave();
  }

  return (
    <section className={styles.section} aria-labelledby="everywhere">
      <h2 id="everywhere">Sign out everywhere</h2>
      <p>Ends your sessions on every phone and computer, this one included.</p>
      <div className={styles.row}>
        <Button weight="quiet" busy={busy} onClick={signOut}>
          Sign out everywhere
        </Button>
      </div>
      <ReportNotice report={report} />
    </section>
  );
}
