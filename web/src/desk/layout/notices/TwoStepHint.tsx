// Offers two-step verification to staff who do not need it. Once dismissed, it is not shown to this person in this browser
// again.
import { type ReactNode, useState } from "react";
import type { Session } from "../../../generated/Session";
import { Button, ButtonLink } from "../../../ui/button/Button";
import { Notice } from "../../../ui/notice/Notice";
import { TWO_STEP_PATH } from "../../account/two-step-path";
import styles from "../../components/desk.module.css";

const keyFor = (name: string): string => `twoStepHintDismissed ${name}`;

export function TwoStepHint({ me }: { me: Session }): ReactNode {
  const [isDismissed, setIsDismissed] = useState(() => readDismissed(me.name));
  if (me.role === "owner" || me.requiredTwoStep !== null || me.totp || isDismissed) return null;

  function dismiss() {
    setIsDismissed(true);
    try {
      localStorage.setItem(keyFor(me.name), "true");
    } catch {
      // Storage is blocked: the hint is back after the next visit.
    }
  }

  return (
    <Notice heading="Protect your account with your phone">
      <p>With two-step verification, a stolen password is not enough to sign in as you.</p>
      <div className={styles.row}>
        <ButtonLink href={TWO_STEP_PATH} weight="quiet">
          Set it up
        </ButtonLink>
        <Button weight="quiet" onClick={dismiss}>
          Dismiss
        </Button>
      </div>
    </Notice>
  );
}

function readDismissed(name: string): boolean {
  try {
    return localStorage.getItem(keyFor(name)) === "true";
  } catch {
    return false;
  }
}
