// Tells a visitor, in one sentence, why a page did not come and what to do, with a button that does it.
import { Button } from "../ui/button/Button";
import styles from "./screen.module.css";
import type { Failure } from "./view";

type ErrorScreenProps = { failure: Failure; onRetry: () => void };

export function ErrorScreen({ failure, onRetry }: ErrorScreenProps) {
  return (
    <div className={styles.screen}>
      <h1 tabIndex={-1}>This page did not load</h1>
      <p>{sentence(failure)}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}

function sentence(failure: Failure): string {
  switch (failure.kind) {
    case "offline":
      return "You seem to be offline. Check your connection, then try again.";
    case "unreachable":
    case "chunk":
      return "Your connection may be weak. Wait a moment, then try again.";
    case "refused":
    case "unreadable":
      return "Our site could not answer just now. Wait a minute, then try again.";
    case "outdated":
      return "Our site has just been renewed. Try again to get the new page.";
  }
}
