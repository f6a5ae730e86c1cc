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

const ACCOUNT_OF_TAB = "desk-account";
/** For browsers that keep nothing. */
let accountOfPage: string | null = null;

/** Whose screens this tab showed last, also before the page was loaded again. Null in a new tab, and after signing out in it. */
export function accountOfTab(): string | null {
  try {
    return sessionStorage.getItem(ACCOUNT_OF_TAB) ?? accountOfPage;
  } catch {
    return accountOfPage;
  }
}

export function keepAccountOfTab(account: string | null): void {
  accountOfPage = account;
  try {
    if (account === null) sessionStorage.removeItem(ACCOUNT_OF_TAB);
    else sessionStorage.setItem(ACCOUNT_OF_TAB, account);
  } catch {
    // As above.
  }
}
