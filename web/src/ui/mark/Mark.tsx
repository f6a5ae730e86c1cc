// The clinic's mark: a Landolt ring, the broken circle of the eye chart, with a light in its gap.
import type { ReactNode } from "react";
import styles from "./Mark.module.css";

export function Mark(): ReactNode {
  return (
    <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
      <path className={styles.ring} d="M33.3 13A15 15 0 1 0 33.3 27" />
      <circle className={styles.light} cx="31" cy="20" r="4.5" />
    </svg>
  );
}
