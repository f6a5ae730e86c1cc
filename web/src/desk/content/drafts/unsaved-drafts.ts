// The drafts that are open in this tab, and what this device keeps of an account because the server does not have it. Signing out
// first saves; only what is saved or confirmed is removed from the device.

import { orderLists } from "../order/order-lists";
import { dialogsWithWords, forgetAllDialogWords } from "./dialog-words";
import type { DraftSession } from "./draft-session";
import { draftStorage } from "./draft-storage";

const openDrafts = new Map<DraftSession, { readonly account: string; readonly path: string }>();

/** Call while the draft is on the screen. Returns what to call when it is not. */
export function registerDraft(draft: DraftSession, account: string, path: string): () => void {
  openDrafts.set(draft, { account, path });
  return () => openDrafts.delete(draft);
}

/** Saves what is open, and returns the names of what is not saved then. */
export async function saveDrafts(account: string): Promise<readonly string[]> {
  await Promise.all([...openDrafts.keys()].map((draft) => draft.saveNow()));
  return unsavedWords(account);
}

/** The paths of documents with words that are only on this device, of other tabs as well, or only on this screen, and the dialogs. */
export function unsavedWords(account: string): readonly string[] {
  const onScreen = [...openDrafts].filter(([draft]) => draft.hasUnsavedInput);
  const paths = [...draftStorage().keptPaths(account), ...onScreen.map(([, { path }]) => path)];
  return [...[...new Set(paths)].sort(), ...dialogsWithWords(account).map(nameOfWords)];
}

function nameOfWords(dialog: string): string {
  const orders: readonly string[] = Object.values(orderLists).map(({ heading }) => heading);
  return orders.includes(dialog)
    ? `What you moved in “${dialog}”`
    : `What you typed in “${dialog}”`;
}

/** Somebody has confirmed that the words with these names are not needed. Others stay on this device. */
export function abandonDrafts(account: string, names: readonly string[]): void {
  for (const draft of openDraftsOf(account, names)) draft.abandon();
  draftStorage().removeAll(account, names);
  forgetAllDialogWords(account, (dialog) => names.includes(nameOfWords(dialog)));
}

/** The same was confirmed in another tab, which has removed them from this device. */
export function disownDrafts(account: string, names: readonly string[]): void {
  for (const draft of openDraftsOf(account, names)) draft.disown();
}

function openDraftsOf(account: string, paths: readonly string[]): DraftSession[] {
  return [...openDrafts]
    .filter(([, open]) => open.account === account && paths.includes(open.path))
    .map(([draft]) => draft);
}
