// The key "/" leads to the search, as on many sites, unless somebody is writing. It can be turned off on a device, because people who
// dictate or whose hands shake press single keys without meaning to (WCAG 2.1.4).
import { type RefObject, useEffect, useState } from "react";

const STORED = "slash-key";

export function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    if (!isSlashKeyOn()) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey) return;
      const { target } = event;
      if (target instanceof Element && target.closest("input, select, textarea, dialog")) return;
      // Firefox would search the page.
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [input]);
}

export function useSlashKeySetting() {
  const [isOn, setOn] = useState(isSlashKeyOn);
  const [isStored, setStored] = useState(true);
  const change = (next: boolean) => {
    try {
      if (next) localStorage.removeItem(STORED);
      else localStorage.setItem(STORED, "off");
      setOn(next);
      setStored(true);
    } catch {
      setStored(false);
    }
  };
  return { isOn, isStored, change };
}

function isSlashKeyOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== "off";
  } catch {
    return true;
  }
}
