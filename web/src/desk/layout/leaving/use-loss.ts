// What was typed in a form and is not sent, or what is still on its way: leaving its screen asks first, and so does closing its
// dialog. What was typed is not kept on this device, because it is about people.
import { useContext, useEffect } from "react";
import { DialogLosses } from "./dialog-losses";
import { registerLosses } from "./losses";

const beingSent = (ifYou: string) =>
  `It is being sent. If you ${ifYou}, you will not see whether it worked.`;

type LossOptions = {
  /** What goes with it. */
  readonly lost?: string;
  /** The server may do it all the same, so nothing says that it is not done. */
  readonly isSending?: boolean;
};

/** `what` is named in the question, such as "The invitation is not created". Null when nothing is lost. */
export function useLoss(what: string | null, options: LossOptions = {}): void {
  const { lost = "what you typed", isSending = false } = options;
  const sentence = (ifYou: string) =>
    what && (isSending ? beingSent(ifYou) : `${what}. If you ${ifYou}, ${lost} is lost.`);
  useWarning(sentence("leave this screen"));
  const add = useContext(DialogLosses)?.add;
  const ofDialog = sentence("close this");
  useEffect(
    () => (ofDialog === null ? undefined : add?.({ sentence: ofDialog, isSending })),
    [ofDialog, isSending, add],
  );
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
