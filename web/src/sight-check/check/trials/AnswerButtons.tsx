// The four arrows and "I can't see it", on the screen of the check and on a phone that is its remote.
import type { ReactNode } from "react";
import { Button } from "../../../ui/button/Button";
import type { Direction } from "../../drawing/figure";
import styles from "../SightCheck.module.css";

const ARROWS: { direction: Direction; label: string; path: string }[] = [
  { direction: "left", label: "Left", path: "M20 12H4m7-7-7 7 7 7" },
  { direction: "up", label: "Up", path: "M12 20V4M5 11l7-7 7 7" },
  { direction: "down", label: "Down", path: "M12 4v16m7-7-7 7-7-7" },
  { direction: "right", label: "Right", path: "M4 12h16m-7-7 7 7-7 7" },
];

interface AnswerButtonsProps {
  onAnswer: (seen: Direction | "unseen") => void;
  /** An answer is being sent. */
  isBusy?: boolean;
  /** Where they point: the visitor finds them without looking. */
  isCross?: boolean;
}

export function AnswerButtons(props: AnswerButtonsProps): ReactNode {
  const { onAnswer, isBusy = false, isCross = false } = props;
  return (
    <div className={isCross ? styles.cross : styles.arrows}>
      {ARROWS.map(({ direction, label, path }) => (
        <button
          key={direction}
          type="button"
          aria-label={label}
          data-direction={direction}
          aria-disabled={isBusy || undefined}
          className={styles.arrow}
          onClick={() => onAnswer(direction)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={path} />
          </svg>
        </button>
      ))}
      <Button weight="quiet" wide busy={isBusy} onClick={() => onAnswer("unseen")}>
        I can’t see it
      </Button>
    </div>
  );
}
