// What this device keeps of an account because the server does not have it: drafts, and words in dialogs. Signing out first saves;
// only what is saved or confirmed is removed from the device.

import { orderLists } from "../order/order-lists";
import { dialogsWithWords, forgetAllDialogWords } from "./dialog-words";
import { draftStorage } from "./draft-storage";
import { OpenDrafts } from "./open-drafts";

/** Of this tab. */
export const openDrafts = new OpenDrafts(draftStorage);

/** Saves what is open, and returns the names of what is not saved then. */
export async function saveDrafts(account: string): Promise<readonly string[]> {
  await openDrafts.save();
  return unsavedWords(account);
}

/** The documents by their paths, and the dialogs. */
export function unsavedWords(account: string): readonly string[] {
  return [...openDrafts.unsavedPaths(account), ...dialogsWithWords(account).map(nameOfWords)];
}

function nameOfWords(dialog: string): string {
  const orders: readonly string[] = Object.values(orderLists).map(({ heading }) => heading);
  return orders.includes(dialog)
    ? `What you moved in “${dialog}”`
    : `What you typed in “${dialog}”`;
}

/** Somebody has confirmed that the words with these names are not needed. Others stay on this device. */
export function abandonDrafts(account: string, names: readonly string[]): void {
  openDrafts.abandon(account, names);
  forgetAllDialogWords(account, (dialog) => names.includes(nameOfWords(dialog)));
}
