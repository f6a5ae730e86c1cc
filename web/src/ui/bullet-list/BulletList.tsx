// A list of sentences with round bullets or with numbers in circles.
import type { ReactNode } from "react";
import styles from "./BulletList.module.css";

interface BulletListProps {
  items: readonly string[];
  /** For steps, where the order matters. */
  numbered?: boolean;
}

export function BulletList({ items, numbered = false }: BulletListProps): ReactNode {
  const elements = items.map((item) => <li key={item}>{item}</li>);
  return numbered ? (
    <ol className={`${styles.list} ${styles.numbered}`}>{elements}</ol>
  ) : (
    <ul className={styles.list}>{elements}</ul>
  );
}
