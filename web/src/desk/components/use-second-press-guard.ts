// Makes the second press of a double press harmless when the first one has moved the page or put another control under the pointer.
// usePressPause is for the other case: what is under the pointer was changed by an answer, or by a colleague.
import { type RefObject, useEffect, useRef } from "react";
import { PRESS_PAUSE_MS } from "./use-press-pause";

/** How far a mouse or a finger moves between two presses at one place: less than from one button to the next. */
const SAME_PLACE_PX = 24;

const CONTROLS = "a, button, input, select, textarea, label, summary, [role=button]";

/** Where somebody pressed, or that they pressed a key. A click by a program or a screen reader has none of them. */
type Place = { readonly x: number; readonly y: number } | "key";

type Press = {
  readonly place: Place;
  readonly at: number;
  /** With its label: React may use the same element for another button. */
  readonly control: Element;
  readonly label: string | null;
};

/**
 * Returns the ref of the part of the page that it guards. Within a second of a press there, a press at the same place, or with Enter or
 * Space and no other key in between, does nothing on another control.
 */
export function useSecondPressGuard<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    let last: Press | null = null;
    let place: Place | null = null;
    /** One press can cause several clicks: on a label, and on the field that it is for. */
    let isIgnored: boolean | null = null;

    const begin = (begun: Place | null) => {
      place = begun;
      isIgnored = null;
    };
    const notePointer = ({ clientX: x, clientY: y }: PointerEvent) => begin({ x, y });
    const noteKey = ({ key }: KeyboardEvent) => {
      const isPress = key === "Enter" || key === " ";
      begin(isPress ? "key" : null);
      if (!isPress && last?.place === "key") last = null;
    };
    const decide = (event: MouseEvent) => {
      if (place === null || !(event.target instanceof Element)) return;
      if (isIgnored === null) {
        const control = event.target.closest(CONTROLS) ?? event.target;
        const press = { place, at: event.timeStamp, control, label: control.textContent };
        isIgnored = last !== null && isSecond(press, last);
        // Whoever goes on pressing has still not looked.
        if (isIgnored && last) last = { ...last, at: press.at };
        else last = part.current?.contains(control) ? press : null;
      }
      if (!isIgnored) return;
      event.preventDefault();
      event.stopPropagation();
    };

    document.addEventListener("pointerdown", notePointer, true);
    document.addEventListener("keydown", noteKey, true);
    document.addEventListener("click", decide, true);
    return () => {
      document.removeEventListener("pointerdown", notePointer, true);
      document.removeEventListener("keydown", noteKey, true);
      document.removeEventListener("click", decide, true);
    };
  }, []);
  return part;
}

function isSecond(press: Press, last: Press): boolean {
  if (press.at - last.at >= PRESS_PAUSE_MS) return false;
  if (press.control === last.control && press.label === last.label) return false;
  if (press.place === "key" || last.place === "key") return press.place === last.place;
  const { x, y } = last.place;
  return Math.hypot(press.place.x - x, press.place.y - y) <= SAME_PLACE_PX;
}
