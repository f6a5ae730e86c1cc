// The header with navigation and sign-out around every desk screen. On a phone an owner's seven links fold into a menu;
// the two links of the desk role stay visible.
import { type ReactNode, useEffect, useRef } from "react";
import type { Session } from "../../generated/Session";
import { Logo } from "../../ui/logo/Logo";
import { BarButton } from "../../ui/menu/BarButton";
import { Menu } from "../../ui/menu/Menu";
import { NavList } from "../../ui/menu/NavList";
import { SkipLink } from "../../ui/skip-link/SkipLink";
import * as api from "../api/endpoints";
import { ActionNotice } from "../components/ActionNotice";
import { useAction } from "../components/use-action";
import type { DeskScreen } from "../screens";
import { useSession } from "../session/SessionProvider";
import { ContentProblems } from "./ContentProblems";
import styles from "./DeskLayout.module.css";
import { FailedSignIns } from "./FailedSignIns";
import { TwoStepCountdown } from "./TwoStepCountdown";
import { TwoStepHint } from "./TwoStepHint";

interface DeskLayoutProps {
  me: Session;
  screens: readonly DeskScreen[];
  screen: DeskScreen;
  children: ReactNode;
}

export function DeskLayout({ me, screens, screen, children }: DeskLayoutProps): ReactNode {
  const { endSession } = useSession();
  const signOut = useAction();
  const main = useRef<HTMLElement>(null);
  const shownPath = useRef(screen.path);

  useEffect(() => {
    document.title = `${screen.label} · Staff desk · ${me.clinicName}`;
    if (shownPath.current === screen.path) return;
    shownPath.current = screen.path;
    window.scrollTo(0, 0);
    // Effects of the screen run first: do not take focus from a field that it has focused.
    if (!main.current?.contains(document.activeElement)) main.current?.querySelector("h1")?.focus();
  }, [screen, me.clinicName]);

  const navigation = (
    <>
      <NavList
        label="Desk"
        items={screens
          .filter(({ isHidden }) => !isHidden)
          .map(({ path, label }) => ({
            href: path,
            label,
            current: path === screen.path ? "page" : undefined,
          }))}
      />
      <BarButton onClick={() => signOut.run({ request: api.signOut, onSuccess: endSession })}>
        Sign out
      </BarButton>
    </>
  );
  return (
    <>
      <SkipLink />
      <header className={styles.header}>
        <p className={styles.brand}>
          <Logo />
          <span className={me.role === "owner" ? undefined : styles.hiddenOnPhone}>
            Desk <span className={styles.userName}>{me.name}</span>
          </span>
        </p>
        {me.role === "owner" ? <Menu>{navigation}</Menu> : navigation}
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <ActionNotice result={signOut.result} />
        <TwoStepCountdown me={me} />
        <FailedSignIns me={me} />
        <ContentProblems problems={me.contentProblems} />
        {children}
      </main>
      <aside className={styles.aside} aria-label="Hint">
        {screen.path !== "/desk/account" && <TwoStepHint me={me} />}
      </aside>
    </>
  );
}
