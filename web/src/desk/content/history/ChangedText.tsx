// A text with the words that were added and removed marked in it.
import { diffLines, diffWordsWithSpace } from "diff";
import type { ReactNode } from "react";
import styles from "../Content.module.css";

interface ChangedTextProps {
  before: string;
  after: string;
}

/** Comparing the words of two long texts that have little in common takes too long. Then lines are compared. */
const MAX_CHANGED_WORDS = 4000;

export function ChangedText({ before, after }: ChangedTextProps): ReactNode {
  const parts =
    diffWordsWithSpace(before, after, { maxEditLength: MAX_CHANGED_WORDS }) ??
    diffLines(before, after);
  return (
    <div className={styles.changedText}>
      {parts.map(({ added, removed, value }, index) => {
        const key = `${index}`;
        if (added) return <ins key={key}>{value}</ins>;
        if (removed) return <del key={key}>{value}</del>;
        return <span key={key}>{value}</span>;
      })}
    </div>
  );
}
