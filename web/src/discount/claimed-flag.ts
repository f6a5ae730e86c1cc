// The localStorage flag `claimedDiscount`: whether a code was requested in this browser. It only decides what is shown;
// the server enforces one code per person.

import { useSyncExternalStore } from "react";

const KEY = "claimedDiscount";

/** Used until the page is reloaded if storage is blocked or full. */
let claimedInThisPage = false;

export function saveClaimed(): void {
  claimedInThisPage = true;
  try {
    window.localStorage.setItem(KEY, "true");
  } catch {
    // Storage is blocked or full.
  }
}

/** Also updates after a claim in another tab. */
export function useClaimed(): boolean {
  return useSyncExternalStore(subscribe, hasClaimed, () => false);
}

function hasClaimed(): boolean {
  if (claimedInThisPage) return true;
  try {
    return window.localStorage.getItem(KEY) === "true";
  } catch {
    return false;
  }
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener("storage", onChange);
  return () => window.removeEventListener("storage", onChange);
}
