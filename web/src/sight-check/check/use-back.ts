// The browser's Back goes to the screen before, and never away from answers by accident. One history entry stands for all
// screens after the first.
import { useEffect, useRef } from "react";

type EntryState = { sightCheck?: true } | null;

const isOwnEntry = (): boolean => (history.state as EntryState)?.sightCheck === true;

/** @param isOpen whether a screen after the first is shown
 * @param onBack returns whether there is still a screen after the first */
export function useBack(isOpen: boolean, onBack: () => boolean): void {
  const back = useRef(onBack);
  back.current = onBack;
  useEffect(() => {
    if (!isOpen) return;
    // The rest of the state stays: it identifies the page's scroll position.
    const push = () => history.pushState({ ...history.state, sightCheck: true }, "");
    if (!isOwnEntry()) push();
    const follow = () => {
      if (!isOwnEntry() && back.current()) push();
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [isOpen]);
}
