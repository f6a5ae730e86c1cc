// The screens of "Is it urgent?" as history entries, so that Back goes back. What was answered is only in the memory of this
// tab: an entry holds the number of its screen, and after a reload the questions start again.
import { useCallback, useEffect, useState } from "react";
import type { Screen } from "./triage";

type EntryState = { step?: number } | null;

const START: Screen = { kind: "start" };

/** By the number of the screen. Outside of the component, so that Back from an article returns to the result. */
const shown = new Map<number, Screen>();

const currentStep = (): number => (history.state as EntryState)?.step ?? 0;

export function useScreens(): [screen: Screen, show: (next: Screen) => void] {
  const [step, setStep] = useState(0);
  useEffect(() => {
    const follow = () => setStep(currentStep());
    addEventListener("popstate", follow);
    const first = currentStep();
    if (first === 0) shown.clear();
    else if (shown.has(first)) follow();
    else history.go(-first);
    return () => removeEventListener("popstate", follow);
  }, []);
  const show = useCallback((next: Screen) => {
    const number = currentStep() + 1;
    shown.set(number, next);
    // The rest of the state stays: it identifies the page's scroll position.
    history.pushState({ ...history.state, step: number }, "");
    setStep(number);
  }, []);
  return [shown.get(step) ?? START, show];
}
