// Where each account last worked on this device. Only the path is kept: what was searched for or typed is not.
const PREFIX = "desk-place:";

/** Null if nothing is known, also when the browser keeps nothing. */
export function lastPlaceOf(account: string): string | null {
  try {
    return localStorage.getItem(PREFIX + account);
  } catch {
    return null;
  }
}

export function keepPlace(account: string, path: string): void {
  try {
    localStorage.setItem(PREFIX + account, path);
  } catch {
    // Storage can be full, or forbidden by the browser's settings. The desk then opens at its start.
  }
}
