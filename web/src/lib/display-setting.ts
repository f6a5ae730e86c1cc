// The display settings (theme and text size). A value is a data attribute on <html>, where the styles read it, and is
// saved in localStorage. before-first-paint.ts applies the saved value before the first paint.

export type DisplaySetting = "theme" | "text";

/** Undefined means the default. */
export function readDisplaySetting(key: DisplaySetting): string | undefined {
  return document.documentElement.dataset[key];
}

export function changeDisplaySetting(
  key: DisplaySetting,
  value: string,
  defaultValue: string,
): void {
  const { dataset } = document.documentElement;
  if (value === defaultValue) delete dataset[key];
  else dataset[key] = value;
  try {
    if (value === defaultValue) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the setting lasts until the page is reloaded.
  }
}
