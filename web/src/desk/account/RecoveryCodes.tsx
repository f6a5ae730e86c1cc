// The recovery codes, which are shown once: to copy, to print and to keep as a file.
import type { ReactNode } from "react";
import { Button, ButtonLink } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import { CopyButton } from "../components/CopyButton";
import desk from "../components/desk.module.css";
import styles from "./TwoStepVerification.module.css";

interface RecoveryCodesProps {
  /** Whose codes they are. */
  name: string;
  codes: readonly string[];
}

export function RecoveryCodes({ name, codes }: RecoveryCodesProps): ReactNode {
  const text = `Recovery codes of ${name} for the staff desk at ${location.host}. Each one works once.\n\n${codes.join("\n")}\n`;
  return (
    <Notice tone="success" heading="Two-step verification is on" live>
      <p>
        Write down or print these recovery codes and keep them apart from your phone. If you lose
        your phone, each code lets you sign in once. They are not shown again.
      </p>
      <div className={styles.printed}>
        <p className={styles.onlyPrinted}>
          Recovery codes of {name} for the staff desk at {location.host}. Each one works once.
        </p>
        <ul className={styles.recoveryCodes}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
      </div>
      <div className={desk.row}>
        <CopyButton label="Copy codes" text={text} what="the codes" weight="quiet" />
        <Button weight="quiet" onClick={() => print()}>
          Print
        </Button>
        <ButtonLink
          weight="quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Save as a file
        </ButtonLink>
      </div>
    </Notice>
  );
}
