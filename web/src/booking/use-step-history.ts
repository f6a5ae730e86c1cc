// Each step of booking is a history entry, so that Back goes one step back. The entry has only the name of the step: what was
// chosen and typed is kept apart, and Back never loses it.
import { useEffect, useRef } from "react";
import type { Step } from "./booking-reducer";

type EntryState = { bookingStep?: Step } | null;

interface Steps {
  step: Step;
  /** While a request is sent, nothing can be changed. */
  busy: boolean;
  canOpen: (step: Step) => boolean;
  onOpen: (step: Step) => void;
}

export function useStepHistory(steps: Steps): void {
  const { step, busy } = steps;
  const latest = useRef(steps);
  latest.current = steps;
  const isOpening = useRef(true);

  useEffect(() => {
    // The page begins with the entry that it has; `setFirstStep` has named its step.
    if (isOpening.current) {
      isOpening.current = false;
      return;
    }
    if (!busy && entryStep() !== step) history.pushState(stateOf(step), "");
  }, [step, busy]);

  useEffect(() => {
    const follow = () => {
      const wanted = entryStep();
      const { step: shown, busy, canOpen, onOpen } = latest.current;
      if (wanted === undefined || busy) return;
      // An entry of a choice that is gone, or of an appointment that is booked, is passed over.
      if (!canOpen(wanted)) history.back();
      else if (wanted !== shown) onOpen(wanted);
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
}

/** The step with which the page opens. */
export function setFirstStep(step: Step): void {
  history.replaceState(stateOf(step), "");
}

/** Undefined when the visitor has just come to the page. */
export function entryStep(): Step | undefined {
  return (history.state as EntryState)?.bookingStep;
}

/** The rest of the state stays: it identifies the scroll position, and the step itself scrolls to its heading. */
function stateOf(bookingStep: Step): EntryState {
  const { overlay: _, ...state } = history.state ?? {};
  return { ...state, bookingStep };
}
