// Shown in place of a page that takes longer than a moment to come.
import styles from "./screen.module.css";

export function Loading() {
  return (
    <p className={styles.screen} role="status">
      Loading...
    </p>
  );
}
