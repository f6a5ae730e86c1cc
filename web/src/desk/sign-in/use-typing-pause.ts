import { useEffect, useLayoutEffect, useRef, useState } from "react";

const PAUSE_MS = 1000;

/**
 * Becomes true after `wanted` as soon as nobody has typed for a second. For what takes the focus by itself: the next keys of
 * somebody who is typing would go into it.
 */
export function useTypingPause(wanted: boolean): boolean {
  const lastTypedAt = useRef(Number.NEGATIVE_INFINITY);
  const [isPaused, setIsPaused] = useState(false);

  useEffect(() => {
    const note = () => {
      lastTypedAt.current = Date.now();
    };
    // The keyboards of phones send no names of keys, some not even the events.
    document.addEventListener("keydown", note, true);
    document.addEventListener("input", note, true);
    return () => {
      document.removeEventListener("keydown", note, true);
      document.removeEventListener("input", note, true);
    };
  }, []);

  useLayoutEffect(() => {
    setIsPaused(false);
    if (!wanted) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const remaining = lastTypedAt.current + PAUSE_MS - Date.now();
      if (remaining > 0) timer = setTimeout(check, remaining);
      else setIsPaused(true);
    };
    check();
    return () => clearTimeout(timer);
  }, [wanted]);

  return wanted && isPaused;
}
