// Shown while a page takes long to load.
import styles from "./status-screen.module.css";

export function Loading() {
  return (
    <p className={styles.screen} role="status">
      Loading...
    </p>
  );
}
