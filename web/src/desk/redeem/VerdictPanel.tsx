// Shows the verdict on a code, large enough to read from across the desk, with its redeem button.
import type { ReactNode, Ref } from "react";
import { Button } from "../../ui/button/Button";
import styles from "./Redeem.module.css";
import { VerdictIcon } from "./VerdictIcon";
import type { Verdict } from "./verdict";

interface VerdictPanelProps {
  verdict: Verdict;
  busy: boolean;
  /** The element around the button. */
  actionsRef: Ref<HTMLDivElement>;
  onRedeem: () => void;
}

export function VerdictPanel({
  verdict,
  busy,
  actionsRef,
  onRedeem,
}: VerdictPanelProps): ReactNode {
  const { icon, title, detail, code, canRedeem, instruction } = verdict;
  return (
    <div className={`${styles.verdict} ${icon === "valid" ? styles.positive : styles.negative}`}>
      <VerdictIcon name={icon} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
        <p className={styles.code}>{code}</p>
      </div>
      {canRedeem && (
        <div className={styles.actions} ref={actionsRef}>
          <Button wide weight="accent" busy={busy} onClick={onRedeem}>
            {busy ? "Redeeming…" : "Redeem code"}
          </Button>
        </div>
      )}
      {instruction && <p className={styles.instruction}>{instruction}</p>}
    </div>
  );
}
