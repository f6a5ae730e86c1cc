// Shows the result of checking a code, large enough to read from across the desk, with its redeem button.
import type { ReactNode, Ref } from "react";
import { Button } from "../../ui/button/Button";
import { CodeResultIcon } from "./CodeResultIcon";
import type { CodeResult } from "./code-result";
import styles from "./Redeem.module.css";

interface CodeResultPanelProps {
  result: CodeResult;
  busy: boolean;
  /** The element around the button. */
  actionsRef: Ref<HTMLDivElement>;
  onRedeem: () => void;
}

export function CodeResultPanel({
  result,
  busy,
  actionsRef,
  onRedeem,
}: CodeResultPanelProps): ReactNode {
  const { icon, title, detail, code, canRedeem, instruction } = result;
  return (
    <div className={`${styles.result} ${icon === "valid" ? styles.positive : styles.negative}`}>
      <CodeResultIcon name={icon} />
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
