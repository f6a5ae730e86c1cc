// The drafts that are open in this tab, and what this device keeps of an account because the server does not have it. Signing out
// first saves; only what is saved or confirmed is removed from the device.

import { orderLists } from "../order/order-lists";
import { dialogsWithWords, forgetAllDialogWords } from "./dialog-words";
import type { DraftSession } from "./draft-session";
import { draftStorage } from "./draft-storage";

/** With the paths of their documents. */
const openDrafts = new Map<DraftSession, string>();

/** Call while the draft is on the screen. Returns what to call when it is not. */
export function registerDraft(draft: DraftSession, path: string): () => void {
  openDrafts.set(draft, path);
  return () => openDrafts.delete(draft);
}

/** Saves what is open, and returns the paths of documents with words that are only on this device, of other tabs as well, or only on
 * this screen. */
export async function saveDrafts(account: string): Promise<readonly string[]> {
  await Promise.all([...openDrafts.keys()].map((draft) => draft.saveNow()));
  const onScreen = [...openDrafts].filter(([draft]) => draft.hasUnsavedInput);
  const paths = [...draftStorage().keptPaths(account), ...onScreen.map(([, path]) => path)];
  const orders: readonly string[] = Object.values(orderLists).map(({ heading }) => heading);
  const dialogs = dialogsWithWords(account).map((dialog) =>
    orders.includes(dialog) ? `What you moved in “${dialog}”` : `What you typed in “${dialog}”`,
  );
  return [...[...new Set(paths)].sort(), ...dialogs];
}

/** Somebody has confirmed that these words are not needed. */
export function abandonDrafts(account: string): void {
  for (const draft of openDrafts.keys()) draft.abandon();
  draftStorage().removeAll(account);
  forgetAllDialogWords(account);
}
