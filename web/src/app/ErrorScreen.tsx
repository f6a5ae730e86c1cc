// Shown when a page could not be loaded: the reason, what to do, and a button to try again.
import { pagePath } from "../lib/navigation/paths";
import { Button } from "../ui/button/Button";
import { Link } from "../ui/link/Link";
import styles from "./status-screen.module.css";
import type { Failure } from "./view-reducer";

type ErrorScreenProps = { failure: Failure; onRetry: () => void };

export function ErrorScreen({ failure, onRetry }: ErrorScreenProps) {
  return (
    <div className={styles.screen}>
      <h1 tabIndex={-1}>This page did not load</h1>
      <p>{message(failure)}</p>
      <Button onClick={onRetry}>Try again</Button>
      <Link href={pagePath("urgent")}>Is it urgent?</Link>
    </div>
  );
}

function message(failure: Failure): string {
  switch (failure.kind) {
    case "offline":
      return "You seem to be offline. Check your connection, then try again.";
    case "unreachable":
    case "chunk":
      return "Your connection may be weak. Wait a moment, then try again.";
    case "http-error":
    case "invalid":
      return "Our site could not answer just now. Wait a minute, then try again.";
    case "outdated":
      return "Our site has just been updated. Try again to get the new page.";
  }
}
