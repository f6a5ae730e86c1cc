// The drafts that are open in this tab, and what this device keeps of an account because the server does not have it. Signing out
// first saves; only what is saved or confirmed is removed from the device.
import type { DraftSession } from "./draft-session";
import { draftStorage } from "./draft-storage";

const openDrafts = new Set<DraftSession>();

/** Call while the draft is on the screen. Returns what to call when it is not. */
export function registerDraft(draft: DraftSession): () => void {
  openDrafts.add(draft);
  return () => openDrafts.delete(draft);
}

/** Saves what is open, and returns the paths of documents with words that are only on this device, of other tabs as well. */
export async function saveDrafts(account: string): Promise<readonly string[]> {
  await Promise.all([...openDrafts].map((draft) => draft.saveNow()));
  return draftStorage().keptPaths(account);
}

/** Somebody has confirmed that these words are not needed. */
export function abandonDrafts(account: string): void {
  for (const draft of openDrafts) draft.abandon();
  draftStorage().removeAll(account);
}
