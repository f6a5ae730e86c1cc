// The drafts that are open in one tab. Signing out first saves them, and asks about what the server does not have then.
import type { DraftSession } from "./draft-session";
import type { DraftStorage } from "./draft-storage";

export class OpenDrafts {
  readonly #open = new Map<DraftSession, { readonly account: string; readonly path: string }>();

  constructor(private readonly storage: () => DraftStorage) {}

  /** Call while the draft is on the screen. Returns what to call when it is not. */
  register(draft: DraftSession, account: string, path: string): () => void {
    this.#open.set(draft, { account, path });
    return () => this.#open.delete(draft);
  }

  /** Resolves when everything is saved, or when that is not possible. */
  async save(): Promise<void> {
    await Promise.all([...this.#open.keys()].map((draft) => draft.saveNow()));
  }

  /** The paths of documents with words that are only on this device, of other tabs as well, or only on this screen. */
  unsavedPaths(account: string): string[] {
    const onScreen = [...this.#open].filter(([draft]) => draft.hasUnsavedInput);
    const paths = onScreen.map(([, { path }]) => path);
    return [...new Set([...this.storage().keptPaths(account), ...paths])].sort();
  }

  /** Somebody has confirmed that the words of these documents are not needed. Others stay on this device. */
  abandon(account: string, paths: readonly string[]): void {
    for (const draft of this.#of(account, paths)) draft.abandon();
    this.storage().removeAll(account, paths);
  }

  /** The same was confirmed in another tab, which has removed them from this device. */
  disown(account: string, paths: readonly string[]): void {
    for (const draft of this.#of(account, paths)) draft.disown();
  }

  #of(account: string, paths: readonly string[]): DraftSession[] {
    return [...this.#open]
      .filter(([, open]) => open.account === account && paths.includes(open.path))
      .map(([draft]) => draft);
  }
}
