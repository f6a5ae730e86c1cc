// A decorative divider with a check pattern, after the pelete bite cloth of the Kalabari.
import type { ReactNode } from "react";
import styles from "./PatternDivider.module.css";

export function PatternDivider(): ReactNode {
  return <div className={styles.divider} aria-hidden="true" />;
}
