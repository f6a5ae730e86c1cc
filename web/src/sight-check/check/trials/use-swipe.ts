// A swipe of one finger as a direction on the screen.
import { type PointerEvent, useRef } from "react";
import type { Direction } from "../../drawing/figure";

/** Shorter movements are a touch. */
const MIN_SWIPE = 40;

/** Null for a touch and for a movement that is not clearly horizontal or vertical. */
export function swipeDirection(dx: number, dy: number): Direction | null {
  const [x, y] = [Math.abs(dx), Math.abs(dy)];
  if (Math.max(x, y) < MIN_SWIPE || Math.min(x, y) * 2 > Math.max(x, y)) return null;
  if (x > y) return dx > 0 ? "right" : "left";
  return dy > 0 ? "down" : "up";
}

export function useSwipe(onSwipe: (direction: Direction) => void) {
  const begin = useRef<{ id: number; x: number; y: number } | null>(null);
  return {
    onPointerDown: ({ pointerId, clientX, clientY, isPrimary }: PointerEvent) => {
      // A second finger makes it something else than a swipe.
      begin.current = isPrimary ? { id: pointerId, x: clientX, y: clientY } : null;
    },
    onPointerUp: ({ pointerId, clientX, clientY }: PointerEvent) => {
      const from = begin.current;
      begin.current = null;
      if (from?.id !== pointerId) return;
      const direction = swipeDirection(clientX - from.x, clientY - from.y);
      if (direction) onSwipe(direction);
    },
    onPointerCancel: () => {
      begin.current = null;
    },
  };
}
