// The only screen of an account whose time to set up two-step verification is over. It stays until the recovery codes were
// read.
import { type ReactNode, useEffect, useRef } from "react";
import type { Session } from "../../generated/Session";
import { Button } from "../../ui/button/Button";
import { Logo } from "../../ui/logo/Logo";
import * as api from "../api/endpoints";
import styles from "../components/desk.module.css";
import { usePageTitle } from "../layout/page-title";
import { useSignOut } from "../sign-in/use-sign-out";
import { TwoStepVerification } from "./TwoStepVerification";
import { TWO_STEP_HEADING } from "./two-step-path";

/** Whether the server refuses everything else. */
export function mustSetUpTwoStep(me: Session): boolean {
  return !me.totp && me.requiredTwoStep?.isRequired === true;
}

interface SetUpTwoStepProps {
  me: Session;
  /** Whether the screen behind it keeps what was typed. */
  keepsInput: boolean;
  onDone: () => void;
}

export function SetUpTwoStep({ me, keepsInput, onDone }: SetUpTwoStepProps): ReactNode {
  const signOut = useSignOut(api.signOut);
  const heading = useRef<HTMLHeadingElement>(null);

  usePageTitle("Two-step verification · Staff desk");
  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <main className={styles.narrowPage}>
      <p>
        <Logo />
      </p>
      <h1 tabIndex={-1} ref={heading} id={TWO_STEP_HEADING}>
        {me.totp ? (
          "Keep your recovery codes"
        ) : (
          <>
            Set up <span className={styles.unbroken}>two-step</span> verification
          </>
        )}
      </h1>
      {!me.totp && (
        <p>
          Your account needs two-step verification. You are signed in as{" "}
          <strong className={styles.name}>{me.name}</strong>. Please set it up to continue.
          {keepsInput && " What you typed has been kept."}
        </p>
      )}
      <TwoStepVerification isOnlySetUp />
      {me.totp ? (
        <Button wide onClick={onDone}>
          Continue to the desk
        </Button>
      ) : (
        <Button weight="quiet" busy={signOut.busy} onClick={signOut.start}>
          Sign out
        </Button>
      )}
      {signOut.notices}
    </main>
  );
}
