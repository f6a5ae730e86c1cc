// The answer, large enough to read from where the patient stands: sign, word, sentence, and the one thing to press.
import type { ReactNode, Ref } from "react";
import { Button } from "../../ui/button/Button";
import styles from "./Redeem.module.css";
import { Sign } from "./Sign";
import type { Verdict } from "./verdict";

interface VerdictPanelProps {
  verdict: Verdict;
  busy: boolean;
  redeemRef: Ref<HTMLDivElement>;
  onRedeem: () => void;
  onUndo: () => void;
}

export function VerdictPanel({
  verdict,
  busy,
  redeemRef,
  onRedeem,
  onUndo,
}: VerdictPanelProps): ReactNode {
  const { sign, word, detail, code, canRedeem, undoUntil } = verdict;
  return (
    <div className={`${styles.verdict} ${sign === "good" ? styles.good : styles.bad}`}>
      <Sign name={sign} />
      <div className={styles.words}>
        <p className={styles.word}>{word}</p>
        <p className={styles.detail}>{detail}</p>
        <p className={styles.about}>{code}</p>
      </div>
      {(canRedeem || undoUntil) && (
        <div className={styles.press} ref={redeemRef}>
          {canRedeem && (
            <Button wide weight="accent" busy={busy} onClick={onRedeem}>
              {busy ? "Redeeming…" : "Redeem it"}
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
