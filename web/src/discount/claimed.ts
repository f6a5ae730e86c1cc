// Owns the browser's flag `claimedDiscount`: whether a code was already asked for here. It is a courtesy,
// not a rule (the server knows who has a code), so a storage that fails is simply remembered around.

import { useSyncExternalStore } from "react";

const KEY = "claimedDiscount";

/** Holds for this visit when the storage would not. */
let remembered = false;

export function rememberClaim(): void {
  remembered = true;
  try {
    window.localStorage.setItem(KEY, "true");
  } catch {
    // Blocked or full: this visit still knows.
  }
}

/** Follows other tabs too. */
export function useClaimed(): boolean {
  return useSyncExternalStore(subscribe, hasClaimed, () => false);
}

function hasClaimed(): boolean {
  if (remembered) return true;
  try {
    return window.localStorage.getItem(KEY) === "true";
  } catch {
    return false;
  }
}

function subscribe(changed: () => void): () => void {
  window.addEventListener("storage", changed);
  return () => window.removeEventListener("storage", changed);
}
