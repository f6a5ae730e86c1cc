// Changes the screen with the browser's own cross-fade where there is one and the visitor does not mind motion.
import { flushSync } from "react-dom";

type ViewTransition = { ready: Promise<void>; finished: Promise<void> };
type Transitioning = { startViewTransition?: (update: () => void) => ViewTransition };

export function inTransition(update: () => void): void {
  const { startViewTransition } = document as unknown as Transitioning;
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  if (!startViewTransition || still) {
    update();
    return;
  }
  const transition = startViewTransition.call(document, () => flushSync(update));
  // A transition that is overtaken by the next one rejects; the update itself has still been made.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {});
}
