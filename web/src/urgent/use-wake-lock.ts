// Keeps the screen on while something runs, where the browser can. Browsers release the lock when the page is hidden.
import { useEffect } from "react";

export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (document.hidden) return;
      try {
        const granted = await navigator.wakeLock.request("screen");
        if (isOver) void granted.release();
        else lock = granted;
      } catch {
        // The battery is low or the browser refuses: the timer still runs.
      }
    };
    void request();
    document.addEventListener("visibilitychange", request);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, [isNeeded]);
}
