// What the size of a pixel depends on, now and after each change: zoom, pixel ratio, another screen, two fingers.
import { useEffect, useRef } from "react";
import type { Display } from "./calibration";

export function currentDisplay(): Display {
  return {
    ratio: devicePixelRatio,
    scale: window.visualViewport?.scale ?? 1,
    // Turning a phone exchanges the two, but not the size of its pixels.
    screen: [screen.width, screen.height].sort((a, b) => a - b).join("×"),
    isTouch: matchMedia("(pointer: coarse)").matches,
  };
}

export function useDisplay(onChange: (display: Display) => void): void {
  const report = useRef(onChange);
  report.current = onChange;
  useEffect(() => {
    const measure = () => report.current(currentDisplay());
    // The zoom may have changed while another page was open.
    measure();
    addEventListener("resize", measure);
    window.visualViewport?.addEventListener("resize", measure);
    return () => {
      removeEventListener("resize", measure);
      window.visualViewport?.removeEventListener("resize", measure);
    };
  }, []);
}
