// "Did you mean …?" under the email field, for addresses that may be mistyped. An address that may only be half typed
// is checked after a pause in typing.

import { type ReactNode, useEffect, useState } from "react";
import styles from "./EmailAddress.module.css";
import { isIncomplete, suggestAddress } from "./suggest-address";

const PAUSE_MS = 600;

type AddressSuggestionProps = {
  typed: string;
  /** The visitor has finished typing. */
  withoutPause: boolean;
  onAccept(address: string): void;
};

export function AddressSuggestion({
  typed,
  withoutPause,
  onAccept,
}: AddressSuggestionProps): ReactNode {
  const [afterPause, setAfterPause] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setAfterPause(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const isTyped = withoutPause || afterPause === typed || !isIncomplete(typed);
  const suggestion = isTyped ? suggestAddress(typed) : null;
  return (
    <div role="status" className={styles.suggestion}>
      {suggestion !== null && (
        <button type="button" onClick={() => onAccept(suggestion)}>
          Did you mean {suggestion}?
        </button>
      )}
    </div>
  );
}
