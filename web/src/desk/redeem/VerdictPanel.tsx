// Shows the verdict on a code, large enough to read from across the desk, with its redeem or undo button.
import type { ReactNode, Ref } from "react";
import { Button } from "../../ui/button/Button";
import styles from "./Redeem.module.css";
import { VerdictIcon } from "./VerdictIcon";
import type { Verdict } from "./verdict";

interface VerdictPanelProps {
  verdict: Verdict;
  busy: boolean;
  /** The element around the buttons. */
  actionsRef: Ref<HTMLDivElement>;
  onRedeem: () => void;
  onUndo: () => void;
}

export function VerdictPanel(props: VerdictPanelProps): ReactNode {
  const { verdict, busy, actionsRef, onRedeem, onUndo } = props;
  const { icon, title, detail, code, canRedeem, undoUntil } = verdict;
  return (
    <div className={`${styles.verdict} ${icon === "valid" ? styles.positive : styles.negative}`}>
      <VerdictIcon name={icon} />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        <p className={styles.detail}>{detail}</p>
        <p className={styles.code}>{code}</p>
      </div>
      {(canRedeem || undoUntil) && (
        <div className={styles.actions} ref={actionsRef}>
          {canRedeem && (
            <Button wide weight="accent" busy={busy} onClick={onRedeem}>
              {busy ? "Redeeming…" : "Redeem code"}
            </Button>
          )}
          {undoUntil && (
            <Button weight="quiet" busy={busy} onClick={onUndo}>
              Undo (until {undoUntil})
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
