// Makes a second press harmless. When what is under the finger has changed, a press that was meant for what was there before must not
// hit what is there now: buttons wait a second.
import { useEffect, useState } from "react";

export const PRESS_PAUSE_MS = 1_000;

/** True for a second after `shown` has changed. Null while nothing is shown yet. */
export function usePressPause(shown: string | null): boolean {
  const [settled, setSettled] = useState(shown);
  useEffect(() => {
    if (settled === shown) return;
    const timer = setTimeout(() => setSettled(shown), settled === null ? 0 : PRESS_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [shown, settled]);
  return settled !== null && settled !== shown;
}

/** What a list shows, in its order. */
export const idsOf = (rows: readonly { readonly id: string }[] | undefined): string | null =>
  rows?.map(({ id }) => id).join(" ") ?? null;
