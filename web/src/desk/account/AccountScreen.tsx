// The signed-in person's own account: display settings, password, two-step verification, sessions.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import { TextSize } from "../../ui/text-size/TextSize";
import { ThemeSwitch } from "../../ui/theme-switch/ThemeSwitch";
import * as api from "../api/endpoints";
import styles from "../components/desk.module.css";
import { useSlashKeySetting } from "../content/list/slash-key";
import { useMe } from "../sign-in/SessionProvider";
import { useSignOut } from "../sign-in/use-sign-out";
import { roleNames } from "../staff/roles";
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
      {me.role !== "desk" && <Keyboard />}
      <ChangePassword />
      <TwoStepVerification />
      <Sessions />
      <SignOutEverywhere />
    </>
  );
}

function Keyboard(): ReactNode {
  const { isOn, isStored, change } = useSlashKeySetting();
  return (
    <section className={styles.section} aria-labelledby="keyboard">
      <h2 id="keyboard">Keyboard</h2>
      <label className={styles.checkbox}>
        <input type="checkbox" checked={isOn} onChange={({ target }) => change(target.checked)} />
        <span>The key / leads to the search of the content, on this device</span>
      </label>
      {!isStored && (
        <Notice tone="alarm" live>
          <p>
            This browser does not let us keep the setting. Allow it to store data for this site.
          </p>
        </Notice>
      )}
    </section>
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
