// A band of small cut-thread checks, after the pelete bite cloth of the Kalabari: the divider of the site.
// Pure decoration.
import type { ReactNode } from "react";
import styles from "./Checks.module.css";

export function Checks(): ReactNode {
  return <div className={styles.checks} aria-hidden="true" />;
}
