// A small button that undoes a redemption. It ignores presses for two seconds after it appears: on a phone, the second
// tap of a double tap on "Redeem code" must never undo the redemption.
import { type ReactNode, useEffect, useState } from "react";
import type { CodeDetails } from "../../generated/CodeDetails";
import { formatTime } from "../clinic-time";
import desk from "../components/desk.module.css";
import styles from "./Redeem.module.css";

export const INERT_MS = 2_000;

interface UndoRedemptionProps {
  code: CodeDetails;
  onUndo: () => void;
}

export function UndoRedemption({ code, onUndo }: UndoRedemptionProps): ReactNode {
  const [inert, setInert] = useState(true);

  useEffect(() => {
    const timer = setTimeout(() => setInert(false), INERT_MS);
    return () => clearTimeout(timer);
  }, []);

  return (
    <p className={styles.undo}>
      {code.code} was redeemed.{" "}
      <button
        type="button"
        className={desk.textButton}
        aria-disabled={inert || undefined}
        onClick={() => !inert && onUndo()}
      >
        Undo{code.undoUntil && ` (until ${formatTime(code.undoUntil)})`}
      </button>
    </p>
  );
}
