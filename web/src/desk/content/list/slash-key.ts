// The key "/" leads to the search of the content from every screen of the desk, as on many sites, unless somebody is writing. It can be
// turned off on a device, because people who dictate or whose hands shake press single keys without meaning to (WCAG 2.1.4).
import { useContext, useEffect, useState } from "react";
import { useNavigation } from "../../../lib/navigation/navigation-context";
import { DialogsPaused } from "../../../ui/dialog/dialogs-paused";
import { CONTENT_PATH, SEARCH_ID } from "../content-address";

const STORED = "slash-key";
/** Nobody writes in a radio button or a box to tick. */
const WRITING =
  "input:not([type='radio']):not([type='checkbox']), select, textarea, [contenteditable]";

/** `isAllowed`: whether the person may open the content. */
export function useSlashKey(isAllowed: boolean): void {
  const { navigate } = useNavigation();
  // Something else has to be used first.
  const isPaused = useContext(DialogsPaused);
  useEffect(() => {
    if (!isAllowed || isPaused) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey) return;
      if (event.defaultPrevented || !isSlashKeyOn()) return;
      const { target } = event;
      if (target instanceof Element && target.closest(WRITING)) return;
      if (document.querySelector("dialog[open]")) return;
      // Firefox would search the page.
      event.preventDefault();
      const input = document.querySelector<HTMLInputElement>(`#${SEARCH_ID} input`);
      if (input) {
        input.focus();
        input.select();
      } else navigate(`${CONTENT_PATH}#${SEARCH_ID}`);
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isAllowed, isPaused, navigate]);
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
