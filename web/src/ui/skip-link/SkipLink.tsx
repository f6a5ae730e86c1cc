// The first link of every page for keyboard users: skips the header.
import type { ReactNode } from "react";
import styles from "./SkipLink.module.css";

export function SkipLink(): ReactNode {
  return (
    <a className={styles.skip} href="#main">
      Skip to main content
    </a>
  );
}
