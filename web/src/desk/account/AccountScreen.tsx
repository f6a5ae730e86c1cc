// The signed-in person's own account: display settings, password, two-step verification, sessions.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { TextSize } from "../../ui/text-size/TextSize";
import { ThemeSwitch } from "../../ui/theme-switch/ThemeSwitch";
import * as api from "../api/endpoints";
import styles from "../components/desk.module.css";
import { useMe } from "../session/SessionProvider";
import { useSignOut } from "../session/use-sign-out";
import { roleNames } from "../staff/role-names";
import { ChangePassword } from "./ChangePassword";
import { Sessions } from "./Sessions";
import { TwoStepVerification } from "./TwoStepVerification";

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
      <section className={styles.section} aria-labelledby="display">
        <h2 id="display">Display</h2>
        <div className={styles.row}>
          <TextSize />
          <ThemeSwitch />
        </div>
      </section>
      <ChangePassword />
      <TwoStepVerification />
      <Sessions />
      <SignOutEverywhere />
    </>
  );
}

function SignOutEverywhere(): ReactNode {
  const { start, busy, notices } = useSignOut(api.signOutEverywhere);
  return (
    <section className={styles.section} aria-labelledby="sign-out-everywhere">
      <h2 id="sign-out-everywhere">Sign out everywhere</h2>
      <p>This signs you out on all phones and computers, including this one.</p>
      <div className={styles.row}>
        <Button weight="quiet" busy={busy} onClick={start}>
          Sign out everywhere
        </Button>
      </div>
      {notices}
    </section>
  );
}
