// The words of a note that is not sent yet. This device has them, as it has the words of a dialog.
import { currentAccount } from "../../api/request";
import { titleOf } from "../document-parts";
import {
  forgetDialogWords,
  keepDialogWords,
  nameOfDialog,
  readDialogWords,
} from "../drafts/dialog-words";

/** The key is sent with the words: sending them again after a lost answer, also after a reload, is the same note. */
export type TypedNote = { readonly text: string; readonly key: string };

export const NO_NOTE: TypedNote = { text: "", key: "" };

/** Named when somebody signs out. */
export const NOTE_HEADING = "Note to colleagues";

/** In words that people know, and the same before and after its title is known. */
export const aboutDocument = (path: string) => titleOf({ path, title: null });

/** The words go along with a document that gets another address, below those that were typed there. `leave` shows it there. */
export function takeTypedNoteAlong(from: string, to: string, leave: () => void): void {
  const account = currentAccount();
  const nameOf = (path: string) => nameOfDialog(NOTE_HEADING, aboutDocument(path));
  const words = account && readDialogWords(account, nameOf(from));
  if (account && words) {
    const there = readDialogWords(account, nameOf(to));
    const text = [there?.text, words.text].filter(Boolean).join("\n\n");
    keepDialogWords(account, nameOf(to), { ...words, text });
  }
  leave();
  // After it, because the screen that is left says that words are lost when the device does not have them.
  if (account && words) forgetDialogWords(account, nameOf(from), words);
}
