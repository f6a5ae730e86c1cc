// Tells people whose role needs it how long they can use the desk without two-step verification.
import type { ReactNode } from "react";
import type { Session } from "../../../generated/Session";
import { Link } from "../../../ui/link/Link";
import { Notice } from "../../../ui/notice/Notice";
import { TWO_STEP_PATH } from "../../account/two-step-path";
import { formatDay } from "../../clinic-time";
import styles from "../../components/desk.module.css";

/** With so many days left, the whole text is on every screen. Before, one line is. */
const LAST_DAYS = 2;

interface TwoStepCountdownProps {
  me: Session;
  /** Where it is set up. */
  isWhole: boolean;
}

export function TwoStepCountdown({ me, isWhole }: TwoStepCountdownProps): ReactNode {
  const rule = me.requiredTwoStep;
  if (me.totp || rule === null || rule.isRequired) return null;
  if (!isWhole && rule.daysLeft > LAST_DAYS) {
    return (
      <p>
        <Link href={TWO_STEP_PATH}>Two-step verification: {rule.daysLeft} days left</Link>
      </p>
    );
  }
  return (
    <Notice
      tone={rule.daysLeft <= 1 ? "alarm" : "info"}
      heading={
        <>
          Set up <span className={styles.unbroken}>two-step</span> verification{" "}
          {describeDays(rule.daysLeft)}
        </>
      }
    >
      <p>
        Your account needs it from {formatDay(rule.requiredFrom)}.{" "}
        <Link href={TWO_STEP_PATH}>Set it up now</Link>
      </p>
    </Notice>
  );
}

function describeDays(days: number): string {
  if (days === 0) return "today";
  return days === 1 ? "by tomorrow" : `within ${days} days`;
}
