// Two versions of a document side by side, and the ways to go on with either or both.
import type { ReactNode } from "react";
import { Button } from "../../ui/button/Button";
import { Notice } from "../../ui/notice/Notice";
import desk from "../components/desk.module.css";
import { ChangedText } from "./ChangedText";
import styles from "./Content.module.css";
import type { Choice, OtherText } from "./drafts/draft-state";

interface ConflictViewProps {
  base: string;
  mine: string;
  theirs: OtherText;
  onChoose: (choice: Choice) => void;
}

export function ConflictView({ base, mine, theirs, onChoose }: ConflictViewProps): ReactNode {
  const name = theirs.savedBy ?? "somebody else";
  return (
    <section className={desk.section} aria-label="Two versions">
      <Notice tone="alarm" live heading="This document was changed by two people">
        <p>
          While you were writing, {name} saved another text. Nothing is lost: choose what to keep.
        </p>
      </Notice>
      <div className={styles.sideBySide}>
        <div>
          <h2>Your text</h2>
          <ChangedText before={base} after={mine} />
        </div>
        <div>
          <h2>The text by {name}</h2>
          <ChangedText before={base} after={theirs.text} />
        </div>
      </div>
      <div className={desk.row}>
        <Button onClick={() => onChoose("both")}>Keep both texts</Button>
        <Button weight="quiet" onClick={() => onChoose("mine")}>
          Keep mine
        </Button>
        <Button weight="quiet" onClick={() => onChoose("theirs")}>
          Keep theirs
        </Button>
      </div>
    </section>
  );
}
