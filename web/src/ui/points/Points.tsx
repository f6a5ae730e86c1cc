// A short list of sentences: steps with their numbers set as lenses, or points with a tick.
import type { ReactNode } from "react";
import styles from "./Points.module.css";

interface PointsProps {
  points: readonly string[];
  /** The order matters: these are steps. */
  numbered?: boolean;
}

export function Points({ points, numbered = false }: PointsProps): ReactNode {
  const items = points.map((point) => <li key={point}>{point}</li>);
  return numbered ? (
    <ol className={`${styles.points} ${styles.numbered}`}>{items}</ol>
  ) : (
    <ul className={styles.points}>{items}</ul>
  );
}
