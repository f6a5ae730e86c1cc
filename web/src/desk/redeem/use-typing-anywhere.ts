// Characters typed while no field has focus. A handheld scanner types like a keyboard, whatever has focus.
import { useEffect, useRef } from "react";

/** Calls `onCharacter` with each letter or digit that would otherwise be lost. */
export function useTypingAnywhere(onCharacter: (character: string) => void): void {
  const latest = useRef(onCharacter);
  latest.current = onCharacter;

  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || !/^[0-9a-z]$/i.test(event.key)) return;
      if (
        event.target instanceof Element &&
        event.target.closest("input, select, textarea, dialog")
      ) {
        return;
      }
      event.preventDefault();
      latest.current(event.key);
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, []);
}
