// The clinic's mark at the desk: the broken ring of the eye chart. The public header draws its own, which a feature
// must not reach for.
import type { ReactNode } from "react";
import styles from "./Frame.module.css";

export function Mark(): ReactNode {
  return (
    <svg className={styles.mark} viewBox="0 0 40 40" aria-hidden="true">
      <path className={styles.ring} d="M33.3 13A15 15 0 1 0 33.3 27" />
      <circle className={styles.light} cx="31" cy="20" r="4.5" />
    </svg>
  );
}
