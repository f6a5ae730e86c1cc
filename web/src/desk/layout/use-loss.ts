// What was typed in a form and is not sent: leaving its screen asks first. It is not kept on this device, because it is about people.
import { useEffect } from "react";
import { registerLosses } from "./losses";

/** `what` is named in the question, such as "The invitation is not created". Null when nothing is lost. */
export function useLoss(what: string | null): void {
  useEffect(() => {
    if (what === null) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      // Chrome before version 119 asks for this instead.
      event.returnValue = "unsaved";
    };
    const unregister = registerLosses(() => [
      `${what}. If you leave this screen, what you typed is lost.`,
    ]);
    window.addEventListener("beforeunload", warn);
    return () => {
      unregister();
      window.removeEventListener("beforeunload", warn);
    };
  }, [what]);
}
