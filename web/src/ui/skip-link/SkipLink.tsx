// The first stop by keyboard on every screen: past what repeats on each of them.
import type { ReactNode } from "react";
import styles from "./SkipLink.module.css";

export function SkipLink(): ReactNode {
  return (
    <a className={styles.skip} href="#main">
      Skip to the content
    </a>
  );
}
