// Shown in a tab whose account was replaced by a sign-in in another tab. Nothing is done in the name of the new account
// until the person agrees.
import { type ReactNode, useEffect, useRef } from "react";
import type { Session } from "../../generated/Session";
import { Button } from "../../ui/button/Button";
import { Logo } from "../../ui/logo/Logo";
import styles from "../components/desk.module.css";
import { usePageTitle } from "../layout/page-title";
import { useSession } from "./SessionProvider";

export function AccountSwitched({ previous, me }: { previous: string; me: Session }): ReactNode {
  const { startSession } = useSession();
  const heading = useRef<HTMLHeadingElement>(null);

  usePageTitle("Another account · Staff desk");
  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <main className={styles.narrowPage}>
      <p>
        <Logo />
      </p>
      <h1 tabIndex={-1} ref={heading}>
        Another account is signed in
      </h1>
      <p>
        This browser is now signed in as <strong className={styles.name}>{me.name}</strong>, in
        another tab. This tab was used by <strong className={styles.name}>{previous}</strong>.
      </p>
      <Button wide onClick={() => startSession(me)}>
        Continue as {me.name}
      </Button>
    </main>
  );
}
