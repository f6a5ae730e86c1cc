// Owns the question "Did you mean …?" under the address field. It waits until an address that may only be
// half typed has come to rest, and asks nothing of those who know better.

import { type ReactNode, useEffect, useState } from "react";
import styles from "./Claim.module.css";
import { isUnfinished, suggestAddress } from "./suggestion";

const REST_MS = 600;

type SuggestionProps = { typed: string; onAccept(address: string): void };

export function Suggestion({ typed, onAccept }: SuggestionProps): ReactNode {
  const [rested, setRested] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed), REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const meant = rested === typed || !isUnfinished(typed) ? suggestAddress(typed) : null;
  return (
    <div role="status" className={styles.suggestion}>
      {meant !== null && (
        <button type="button" onClick={() => onAccept(meant)}>
          Did you mean {meant}?
        </button>
      )}
    </div>
  );
}
