// What the size of a pixel depends on, now and after each change: zoom, pixel ratio, another screen, two fingers.
import { type Dispatch, useEffect } from "react";
import type { Display } from "./calibration";

/** Where the screen lies beside others. All browsers tell it, but it is in no standard. */
type Place = { readonly availLeft?: number; readonly availTop?: number };

export function currentDisplay(): Display {
  const isTouch = matchMedia("(pointer: coarse)").matches;
  const { availLeft, availTop }: Place = isTouch ? {} : (screen as Place);
  return {
    ratio: devicePixelRatio,
    scale: window.visualViewport?.scale ?? 1,
    // Turning a phone exchanges the sides, but not the size of its pixels. Two screens with as many pixels lie at other places.
    screen: [...[screen.width, screen.height].sort((a, b) => a - b), availLeft, availTop].join("×"),
    isTouch,
  };
}

/** Before a letter is shown and before an answer to it counts: a window that was moved to another screen sends no event. */
export const measuredDisplay = () => ({ type: "displayed", display: currentDisplay() }) as const;

export function useDisplay(dispatch: Dispatch<ReturnType<typeof measuredDisplay>>): void {
  useEffect(() => {
    const measure = () => dispatch(measuredDisplay());
    // The zoom may have changed while another page was open.
    measure();
    addEventListener("resize", measure);
    window.visualViewport?.addEventListener("resize", measure);
    return () => {
      removeEventListener("resize", measure);
      window.visualViewport?.removeEventListener("resize", measure);
    };
  }, [dispatch]);
}
