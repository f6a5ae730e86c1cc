// Remembers how far down each history entry was scrolled, for Back and Forward, across reloads of the tab.
// A browser restores the place by itself only when the page is there at once, which ours may not be.

type EntryState = { key?: string } | null;

const STORED = "positions";

let current = "";
const places = new Map<string, number>();

/** Gives the current entry a name and starts listening; call once, before the app can move. */
export function watchPositions(onSamePage: () => void): void {
  recallStored();
  current = nameEntry();
  addEventListener("popstate", () => {
    rememberPosition();
    const isNew = entryKey() === undefined;
    current = nameEntry();
    // An entry without a name was just made by the browser following a #link, and it has scrolled there itself.
    if (!isNew) onSamePage();
  });
  addEventListener("pagehide", () => {
    rememberPosition();
    store();
    // The next document at this entry is complete when it comes, so the browser may restore it by itself.
    history.scrollRestoration = "auto";
  });
}

/** Call before leaving the current entry by a push; returns the state that names the new one. */
export function leaveEntry(replace: boolean): { key: string } {
  if (!replace) rememberPosition();
  history.scrollRestoration = "manual";
  current = newKey();
  return { key: current };
}

/** False when this entry has not been left before. */
export function restorePosition(): boolean {
  const top = places.get(current);
  if (top === undefined) return false;
  scrollTo({ top, behavior: "instant" });
  return true;
}

function rememberPosition(): void {
  places.set(current, scrollY);
}

function entryKey(): string | undefined {
  return (history.state as EntryState)?.key;
}

function nameEntry(): string {
  const known = entryKey();
  if (known !== undefined) return known;
  const key = newKey();
  history.replaceState({ ...history.state, key }, "");
  return key;
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

function store(): void {
  try {
    sessionStorage.setItem(STORED, JSON.stringify([...places].slice(-50)));
  } catch {
    // Full or blocked storage: the visitor starts at the top after a reload.
  }
}

function recallStored(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORED) ?? "[]");
    if (!Array.isArray(stored)) return;
    for (const [key, top] of stored) {
      if (typeof key === "string" && typeof top === "number") places.set(key, top);
    }
  } catch {
    // Blocked or damaged storage: nothing is remembered.
  }
}
