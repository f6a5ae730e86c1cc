// A text with the words that were added and removed marked in it.
import type { ReactNode } from "react";
import styles from "./Content.module.css";
import { diffWords } from "./word-diff";

interface ChangedTextProps {
  before: string;
  after: string;
}

export function ChangedText({ before, after }: ChangedTextProps): ReactNode {
  return (
    <div className={styles.changedText}>
      {diffWords(before, after).map(({ kind, text }, index) => {
        const key = `${index}`;
        if (kind === "added") return <ins key={key}>{text}</ins>;
        if (kind === "removed") return <del key={key}>{text}</del>;
        return <span key={key}>{text}</span>;
      })}
    </div>
  );
}
