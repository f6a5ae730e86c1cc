// Applies an update inside a view transition where the browser supports it and the visitor has not asked for less
// motion.
import { flushSync } from "react-dom";

type ViewTransition = { ready: Promise<void>; finished: Promise<void> };
type TransitionDocument = { startViewTransition?: (update: () => void) => ViewTransition };

export function withViewTransition(update: () => void): void {
  const { startViewTransition } = document as unknown as TransitionDocument;
  const noMotion = matchMedia("(prefers-reduced-motion: reduce)").matches || document.hidden;
  if (!startViewTransition || noMotion) {
    update();
    return;
  }
  const transition = startViewTransition.call(document, () => flushSync(update));
  // A transition interrupted by the next one rejects, but its update has been applied.
  transition.ready.catch(() => {});
  transition.finished.catch(() => {});
}
