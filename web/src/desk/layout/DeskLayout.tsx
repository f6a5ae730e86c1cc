// The header with navigation and sign-out around every desk screen. On a phone the links fold into a menu. A number beside
// a link says how much waits there.
import type { ReactNode } from "react";
import type { Session } from "../../generated/Session";
import { Logo } from "../../ui/logo/Logo";
import { BarButton } from "../../ui/menu/BarButton";
import { Menu } from "../../ui/menu/Menu";
import { NavList } from "../../ui/menu/NavList";
import { SkipLink } from "../../ui/skip-link/SkipLink";
import * as api from "../api/endpoints";
import { useSlashKey } from "../content/list/slash-key";
import type { DeskScreen } from "../screens";
import { useSignOut } from "../sign-in/use-sign-out";
import styles from "./DeskLayout.module.css";
import { ContentProblems } from "./notices/ContentProblems";
import { FailedSignIns } from "./notices/FailedSignIns";
import { ManyRecordsOpened } from "./notices/ManyRecordsOpened";
import { TwoStepCountdown } from "./notices/TwoStepCountdown";
import { TwoStepHint } from "./notices/TwoStepHint";
import { useWaitingCounts } from "./use-waiting-counts";

interface DeskLayoutProps {
  me: Session;
  screens: readonly DeskScreen[];
  /** The address of the screen that is shown. */
  address: string;
  children: ReactNode;
}

export function DeskLayout({ me, screens, address, children }: DeskLayoutProps): ReactNode {
  const signOut = useSignOut(api.signOut);
  const counts = useWaitingCounts(me.role);
  const isAccount = address === "/desk/account";
  useSlashKey(me.role !== "desk");
  const navigation = (
    <>
      <NavList
        label="Desk"
        items={screens
          .filter(({ isHidden }) => !isHidden)
          .map(({ path, label, waiting }) => ({
            href: path,
            label: labelWith(label, waiting ? waiting(counts) : 0),
            current: currentIn(path, address),
          }))}
      />
      <BarButton onClick={signOut.start}>Sign out</BarButton>
    </>
  );
  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <p className={styles.brand}>
          <Logo />
          <span>
            Desk <span className={styles.userName}>{me.name}</span>
          </span>
        </p>
        <Menu>{navigation}</Menu>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {signOut.notices}
        <TwoStepCountdown me={me} isWhole={isAccount} />
        <FailedSignIns me={me} />
        {me.role === "owner" && <ManyRecordsOpened />}
        <ContentProblems notice={me.contentNotice} problems={me.contentProblems} />
        {children}
      </main>
      <aside className={styles.aside} aria-label="Hint">
        {!isAccount && <TwoStepHint me={me} />}
      </aside>
    </>
  );
}

/** A screen without an entry of its own belongs to the one whose path it begins with. */
function currentIn(path: string, shown: string): "page" | "true" | undefined {
  if (path === shown) return "page";
  // Every path begins with that of the first screen.
  return path !== "/desk" && shown.startsWith(`${path}/`) ? "true" : undefined;
}

/** "Appointments (3)" */
function labelWith(label: string, waiting: number): string {
  return waiting === 0 ? label : `${label} (${waiting})`;
}
