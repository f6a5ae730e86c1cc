// The words in a dialog for React: shown again when the dialog is opened again, until they are sent or cancelled.
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { currentAccount } from "../../api/request";
import { registerLosses } from "../../layout/leaving/losses";
import {
  type DialogWords,
  forgetDialogWords,
  isKept,
  keepDialogWords,
  nameOfDialog,
  readDialogWords,
  warn,
} from "./dialog-words";

const lossOf = (place: string) =>
  `What you typed ${place} is not saved on this device. If you leave this screen, only this tab has it, until it is closed.`;

export interface TypedWords<T extends DialogWords> {
  words: T;
  /** They were typed before the dialog was opened. */
  isFound: boolean;
  /** Only this tab has them: the device has no room, or another tab has typed into the same dialog. */
  isUnkept: boolean;
  change(more: Partial<T>): void;
  /** Shows a suggestion, which nobody has typed. */
  suggest(more: Partial<T>): void;
  /** They were sent or cancelled. */
  forget(): void;
}

/** `heading` is that of the dialog, `about` what it is about. `first` is what the fields begin with. A form on a
 * screen names its own `place`. */
export function useDialogWords<T extends DialogWords>(
  heading: string,
  first: T,
  about?: string,
  place = "in the dialog",
): TypedWords<T> {
  const dialog = nameOfDialog(heading, about);
  // Also of a dialog that is open when the session ends. Null outside of the desk.
  const [account] = useState(currentAccount);
  const [found] = useState(() => account && readDialogWords(account, dialog));
  const [words, setWords] = useState<T>({ ...first, ...found });
  const [isTyped, setIsTyped] = useState(found !== null);

  const findUnkept = () => isTyped && account !== null && !isKept(account, dialog, words);
  const isUnkept = useSyncExternalStore(onOtherTab, findUnkept);
  const latestFind = useRef(findUnkept);
  useLayoutEffect(() => {
    latestFind.current = findUnkept;
  });
  useEffect(() => {
    const warnOfUnkept = (event: BeforeUnloadEvent) => {
      if (latestFind.current()) warn(event);
    };
    window.addEventListener("beforeunload", warnOfUnkept);
    const unregister = registerLosses(() => (latestFind.current() ? [lossOf(place)] : []));
    return () => {
      window.removeEventListener("beforeunload", warnOfUnkept);
      unregister();
    };
  }, [place]);

  return {
    words,
    isFound: found !== null,
    isUnkept,
    change(more) {
      const next = { ...words, ...more };
      setWords(next);
      const isEmptied = Object.keys(next).every((name) => next[name] === first[name]);
      setIsTyped(!isEmptied);
      if (account === null) return;
      if (isEmptied) forgetDialogWords(account, dialog, words);
      else keepDialogWords(account, dialog, next);
    },
    suggest(more) {
      const next = { ...words, ...more };
      setWords(next);
      // The device has what is shown, so that this is not taken for words that it did not take.
      if (isTyped && account !== null) keepDialogWords(account, dialog, next);
    },
    forget() {
      setIsTyped(false);
      if (account !== null) forgetDialogWords(account, dialog, words);
    },
  };
}

/** The browser tells a tab what the others have stored. */
function onOtherTab(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  return () => window.removeEventListener("storage", listener);
}
