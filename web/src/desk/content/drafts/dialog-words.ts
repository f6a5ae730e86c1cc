// What was typed in the dialogs of the content screens. This device has it until it is sent or cancelled: Escape, a press
// beside the dialog, a reload and the end of the session lose nothing.

/** The texts of a dialog's fields by their names. */
export type DialogWords = Readonly<Record<string, string>>;

const PREFIX = "desk-dialog:";

/** What was typed in this tab, until it is sent or cancelled. Another tab may write its own words over those on the device. */
const typed = new Map<string, string>();

/** `about` is what the dialog is about. */
export function nameOfDialog(heading: string, about?: string): string {
  return about === undefined ? heading : `${heading}: ${about}`;
}

function keyOf(account: string, dialog: string): string {
  return PREFIX + JSON.stringify([account, dialog]);
}

/** Null if nothing was typed. */
export function readDialogWords(account: string, dialog: string): DialogWords | null {
  const key = keyOf(account, dialog);
  const json = typed.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null;
  const words = json === null ? null : attempt(() => JSON.parse(json) as unknown);
  return isWords(words) ? words : null;
}

export function keepDialogWords(account: string, dialog: string, words: DialogWords): void {
  const key = keyOf(account, dialog);
  const json = JSON.stringify(words);
  typed.set(key, json);
  attempt(() => localStorage.setItem(key, json));
  window.addEventListener("beforeunload", warnOfUnkept);
  window.addEventListener("storage", forgetRemoved);
}

/** Another tab has sent or cancelled these words, or somebody signed out there and had them deleted. Other words of this tab stay. */
function forgetRemoved({ key, oldValue, newValue }: StorageEvent): void {
  if (key !== null && newValue === null && typed.get(key) === oldValue) typed.delete(key);
}

function warnOfUnkept(event: BeforeUnloadEvent): void {
  const isUnkept = ([key, json]: [string, string]) =>
    attempt(() => localStorage.getItem(key)) !== json;
  if ([...typed].some(isUnkept)) warn(event);
}

export function warn(event: BeforeUnloadEvent): void {
  event.preventDefault();
  // Chrome before version 119 asks for this instead.
  event.returnValue = "unsaved";
}

/** Not those that another tab has typed into the same dialog. */
export function forgetDialogWords(account: string, dialog: string, words: DialogWords): void {
  const key = keyOf(account, dialog);
  if (typed.get(key) === JSON.stringify(words)) typed.delete(key);
  if (isKept(account, dialog, words)) attempt(() => localStorage.removeItem(key));
}

/** False if the device has no room, or another tab has written its own words since. */
export function isKept(account: string, dialog: string, words: DialogWords): boolean {
  const key = keyOf(account, dialog);
  return attempt(() => localStorage.getItem(key)) === JSON.stringify(words);
}

/** The dialogs with words of this account. */
export function dialogsWithWords(account: string): string[] {
  return ownKeys(account).map(([, dialog]) => dialog);
}

export function forgetAllDialogWords(
  account: string,
  isForgotten: (dialog: string) => boolean = () => true,
): void {
  for (const [key, dialog] of ownKeys(account)) {
    if (!isForgotten(dialog)) continue;
    typed.delete(key);
    attempt(() => localStorage.removeItem(key));
  }
}

function ownKeys(account: string): [key: string, dialog: string][] {
  const stored = attempt(() => Object.keys(localStorage)) ?? [];
  return [...new Set([...stored, ...typed.keys()])].flatMap((key): [string, string][] => {
    const name = key.startsWith(PREFIX)
      ? attempt(() => JSON.parse(key.slice(PREFIX.length)) as unknown)
      : null;
    const [owner, dialog] = Array.isArray(name) ? (name as unknown[]) : [];
    return owner === account && typeof dialog === "string" ? [[key, dialog]] : [];
  });
}

function isWords(value: unknown): value is DialogWords {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.values(value).every((text) => typeof text === "string")
  );
}

/** Storage can be full, or forbidden by the browser's settings. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
