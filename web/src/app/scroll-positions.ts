// Saves the scroll position of each history entry for Back and Forward, also across reloads of the tab. Browsers
// restore it by themselves only if the page is complete at that moment, and ours may still be loading.

type EntryState = { key?: string } | null;

const STORAGE_KEY = "positions";

let currentKey = "";
const positions = new Map<string, number>();

/** Gives the current history entry a key and starts listening. Call once, before the first navigation. */
export function trackScrollPositions(onHistoryChange: () => void): void {
  readStored();
  currentKey = ensureEntryKey();
  addEventListener("popstate", () => {
    savePosition();
    const isNew = entryKey() === undefined;
    currentKey = ensureEntryKey();
    // The browser makes an entry without a key when it follows a #link, and has then scrolled by itself.
    if (!isNew) onHistoryChange();
  });
  addEventListener("pagehide", () => {
    savePosition();
    writeStored();
    // The next document at this entry comes complete from the server, so the browser can restore the position.
    history.scrollRestoration = "auto";
  });
}

/** Call before pushing or replacing an entry. Returns the state of the new entry. */
export function newHistoryEntry(replace: boolean): { key: string } {
  if (!replace) savePosition();
  history.scrollRestoration = "manual";
  currentKey = newKey();
  return { key: currentKey };
}

/** Returns false if no position is saved for the current entry. */
export function restoreScrollPosition(): boolean {
  const top = positions.get(currentKey);
  if (top === undefined) return false;
  scrollTo({ top, behavior: "instant" });
  return true;
}

function savePosition(): void {
  positions.set(currentKey, scrollY);
}

function entryKey(): string | undefined {
  return (history.state as EntryState)?.key;
}

function ensureEntryKey(): string {
  const existing = entryKey();
  if (existing !== undefined) return existing;
  const key = newKey();
  history.replaceState({ ...history.state, key }, "");
  return key;
}

function newKey(): string {
  return Math.random().toString(36).slice(2, 10);
}

function writeStored(): void {
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions].slice(-50)));
  } catch {
    // Storage is full or blocked: after a reload the page starts at the top.
  }
}

function readStored(): void {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "[]");
    if (!Array.isArray(stored)) return;
    for (const [key, top] of stored) {
      if (typeof key === "string" && typeof top === "number") positions.set(key, top);
    }
  } catch {
    // Storage is blocked or damaged: start without saved positions.
  }
}
