// One question with its drawing and three large buttons.
import type { ReactNode, Ref } from "react";
import type { UrgentRow } from "../generated/UrgentRow";
import { Button } from "../ui/button/Button";
import { Drawing } from "./Drawing";
import { type Answer, asQuestion } from "./triage";
import styles from "./Urgent.module.css";

interface QuestionProps {
  row: UrgentRow;
  number: number;
  total: number;
  headingRef: Ref<HTMLHeadingElement>;
  onAnswer: (answer: Answer) => void;
}

export function Question({ row, number, total, headingRef, onAnswer }: QuestionProps): ReactNode {
  return (
    <div className={styles.question}>
      <Drawing id={row.id} />
      <div>
        <p className={styles.progress}>{`Question ${number} of ${total}`}</p>
        <h1 ref={headingRef} tabIndex={-1} className={styles.ask}>
          {asQuestion(row.symptom)}
        </h1>
      </div>
      <div className={styles.answers}>
        <Button wide onClick={() => onAnswer("yes")}>
          Yes
        </Button>
        <Button wide weight="quiet" onClick={() => onAnswer("no")}>
          No
        </Button>
        <Button wide weight="quiet" onClick={() => onAnswer("unsure")}>
          Not sure
        </Button>
        <button type="button" className={styles.back} onClick={() => history.back()}>
          Back
        </button>
      </div>
    </div>
  );
}
