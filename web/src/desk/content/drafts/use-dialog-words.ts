// The words in a dialog for React: shown again when the dialog is opened again, until they are sent or cancelled.
import { useEffect, useState } from "react";
import { currentAccount } from "../../api/request";
import {
  type DialogWords,
  forgetDialogWords,
  isKept,
  keepDialogWords,
  readDialogWords,
  warn,
} from "./dialog-words";

interface TypedWords<T extends DialogWords> {
  words: T;
  /** They were typed before the dialog was opened. */
  isFound: boolean;
  change(more: Partial<T>): void;
  /** Shows a suggestion, which nobody has typed. */
  suggest(more: Partial<T>): void;
  /** They were sent or cancelled. */
  forget(): void;
}

/** `heading` is that of the dialog, `about` what it is about. `first` is what the fields begin with. */
export function useDialogWords<T extends DialogWords>(
  heading: string,
  first: T,
  about?: string,
): TypedWords<T> {
  const dialog = about === undefined ? heading : `${heading}: ${about}`;
  // Also of a dialog that is open when the session ends. Null outside of the desk.
  const [account] = useState(currentAccount);
  const [found] = useState(() => account && readDialogWords(account, dialog));
  const [words, setWords] = useState<T>({ ...first, ...found });
  const [isTyped, setIsTyped] = useState(found !== null);

  useEffect(() => {
    // Another tab may have typed into the same dialog.
    const warnOfUnkept = (event: BeforeUnloadEvent) => {
      if (isTyped && account && !isKept(account, dialog, words)) warn(event);
    };
    window.addEventListener("beforeunload", warnOfUnkept);
    return () => window.removeEventListener("beforeunload", warnOfUnkept);
  }, [account, dialog, words, isTyped]);

  return {
    words,
    isFound: found !== null,
    change(more) {
      const next = { ...words, ...more };
      setWords(next);
      const isEmptied = Object.keys(next).every((name) => next[name] === first[name]);
      setIsTyped(!isEmptied);
      if (account === null) return;
      if (isEmptied) forgetDialogWords(account, dialog, words);
      else keepDialogWords(account, dialog, next);
    },
    suggest: (more) => setWords({ ...words, ...more }),
    forget() {
      setIsTyped(false);
      if (account !== null) forgetDialogWords(account, dialog, words);
    },
  };
}
