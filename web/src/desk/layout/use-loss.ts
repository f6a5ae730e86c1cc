// What was typed in a form and is not sent, or what is still on its way: leaving its screen asks first. What was typed is not kept on
// this device, because it is about people.
import { useEffect } from "react";
import { registerLosses } from "./losses";

/** `what` is named in the question, such as "The invitation is not created". Null when nothing is lost. */
export function useLoss(what: string | null): void {
  useWarning(what === null ? null : `${what}. If you leave this screen, what you typed is lost.`);
}

/** Its answer is shown on no other screen. `what` is such as "It is still being published". Null when nothing is on its way. */
export function useUnseenAnswer(what: string | null): void {
  useWarning(what === null ? null : `${what}. If you leave, you will not see whether it failed.`);
}

function useWarning(sentence: string | null): void {
  useEffect(() => {
    if (sentence === null) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before version 119 asks for this instead.
      event.returnValue = "unsaved";
    };
    const unregister = registerLosses(() => [sentence]);
    window.addEventListener("beforeunload", warn);
    return () => {
      unregister();
      window.removeEventListener("beforeunload", warn);
    };
  }, [sentence]);
}
