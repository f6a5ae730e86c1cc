// The clinic's logo: a Landolt ring with a dot in its gap.
import type { ReactNode } from "react";
import styles from "./Logo.module.css";

export function Logo(): ReactNode {
  return (
    <svg className={styles.logo} viewBox="0 0 40 40" aria-hidden="true">
      <path className={styles.ring} d="M33.3 13A15 15 0 1 0 33.3 27" />
      <circle className={styles.dot} cx="31" cy="20" r="4.5" />
    </svg>
  );
}
