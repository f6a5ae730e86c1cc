// A display setting (theme or text size) as a React hook. The value is a data attribute on <html>, where the styles
// read it, and is saved in localStorage. boot.ts applies the saved value before the first paint.
import { useEffect, useState } from "react";

export function useDisplaySetting<V extends string>(key: "theme" | "text", defaultValue: V) {
  const [value, setValue] = useState<V>(defaultValue);

  // The server cannot know the setting, so it is read after hydration.
  useEffect(() => {
    setValue((document.documentElement.dataset[key] as V | undefined) ?? defaultValue);
  }, [key, defaultValue]);

  const change = (next: V) => {
    setValue(next);
    const { dataset } = document.documentElement;
    if (next === defaultValue) delete dataset[key];
    else dataset[key] = next;
    try {
      if (next === defaultValue) localStorage.removeItem(key);
      else localStorage.setItem(key, next);
    } catch {
      // Storage is blocked: the setting lasts until the page is reloaded.
    }
  };
  return [value, change] as const;
}
