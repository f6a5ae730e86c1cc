// The copies of drafts on this device, for words that the server does not have yet. Each open document of each tab has its
// own copy, so that one tab never removes the words of another. Copies of tabs that are gone are handed to the next
// document that is opened by the same account.
import type { KeptDraft, Unwritable } from "./draft-state";
import { readableText, readableWords } from "./readable-words";

/** The copy of one open document. */
export type DraftCopy = {
  /** False if the device does not take it. It is then kept until the page is closed. */
  write(kept: KeptDraft): boolean;
  read(): KeptDraft | null;
  remove(): void;
  /** Keeps it as a copy that no screen takes over, for a person to read. */
  setAside(kept: KeptDraft): void;
  /** Hands over the copies whose tab is gone, now and later. `take` is false for one that has to wait. */
  adopt(take: (kept: KeptDraft) => boolean): void;
  /** The document is closed. Its copy may be handed over. */
  release(): void;
};

/** Words on this device that no screen has. */
export type LeftText = {
  /** What they are stored under. */
  readonly key: string;
  /** For a person to read. */
  readonly text: string;
  /** What a document can be made of. Null if that is not possible. */
  readonly draft: string | null;
};

type Name = {
  readonly account: string;
  readonly path: string;
  readonly tab: string;
  readonly document: number;
};

const PREFIX = "desk-draft:";
/** An earlier release had one copy for all tabs. */
const FORMER = /^draft:([^:]+):(.+)$/;
const NO_TAB = "";
const lockName = (tab: string) => `desk-tab:${tab}`;

interface Device {
  /** Throws when it is blocked. */
  storage: () => Storage;
  /** Null without https. */
  locks: LockManager | null;
  /** The name of this tab, which no other has. */
  tab: string;
}

export class DraftStorage {
  #documents = 0;
  readonly #open = new Set<string>();
  /** What the device did not take. */
  readonly #unkept = new Map<string, KeptDraft>();

  constructor(private readonly device: Device) {
    // Held until the tab is closed or loads another page, also when it crashes.
    void device.locks?.request(lockName(device.tab), () => new Promise(() => {}));
  }

  /** Words are lost when this page is closed. */
  get hasUnkeptText(): boolean {
    return this.#unkept.size > 0;
  }

  /** What is lost then. */
  get unkeptText(): string {
    return JSON.stringify([...this.#unkept.values()]);
  }

  /** The documents of an account of which this device has words that the server has not confirmed, of all tabs. */
  keptPaths(account: string): string[] {
    const names = this.#keys().map(nameOf);
    const own = names.flatMap((name) => (name?.account === account ? [name.path] : []));
    return [...new Set(own)].sort();
  }

  /** Finds the copies of a document that no screen has, now and when another tab is closed. Returns what ends it. */
  findLeft(account: string, path: string, onFound: (left: LeftText) => void): () => void {
    const stop = new AbortController();
    this.#eachOfClosedTabs(account, path, stop.signal, (key) => {
      const left = this.#open.has(key) ? null : this.#readLeft(key);
      if (left) onFound(left);
    });
    return () => stop.abort();
  }

  /** Somebody has confirmed that these words are not needed. */
  removeLeft({ key }: LeftText): void {
    this.#remove(key);
  }

  /** Nothing of these documents is left on this device. */
  removeAll(account: string, paths: readonly string[]): void {
    for (const key of this.#keys()) {
      const name = nameOf(key);
      if (name?.account === account && paths.includes(name.path)) this.#remove(key);
    }
  }

  copyOf(account: string, path: string): DraftCopy {
    this.#documents += 1;
    const key = keyOf({ account, path, tab: this.device.tab, document: this.#documents });
    let stop = new AbortController();
    return {
      write: (kept) => this.#write(key, kept),
      read: () => this.#read(key),
      remove: () => this.#remove(key),
      setAside: (kept) => {
        this.#documents += 1;
        const { tab } = this.device;
        const apart = keyOf({ account, path, tab, document: this.#documents });
        this.#write(apart, { ...kept, isAside: true });
      },
      adopt: (take) => {
        this.#open.add(key);
        stop = new AbortController();
        this.#adopt(key, { account, path }, take, stop.signal);
      },
      release: () => {
        stop.abort();
        this.#open.delete(key);
      },
    };
  }

  #adopt(
    own: string,
    { account, path }: Pick<Name, "account" | "path">,
    take: (kept: KeptDraft) => boolean,
    signal: AbortSignal,
  ): void {
    this.#eachOfClosedTabs(account, path, signal, (key) => {
      const kept = this.#open.has(key) ? null : this.#read(key);
      if (!kept || kept.isAside || !take(kept)) return;
      // Without room for the new copy, the old one stays.
      if (this.#unkept.has(own)) this.#unkept.delete(key);
      else this.#remove(key);
    });
  }

  /** The copies of this tab at once, those of the others when their tab is gone. */
  #eachOfClosedTabs(
    account: string,
    path: string,
    signal: AbortSignal,
    act: (key: string) => void,
  ): void {
    const { locks, tab } = this.device;
    for (const key of this.#keys()) {
      const name = nameOf(key);
      if (name?.account !== account || name.path !== path) continue;
      const actNow = () => {
        if (!signal.aborted) act(key);
      };
      // Without locks nobody knows whether the other tab is open. If it is, it has the words on its screen.
      if (name.tab === tab || name.tab === NO_TAB || locks === null) actNow();
      // A page that was loaded again may still be closing.
      else locks.request(lockName(name.tab), { signal }, actNow).catch(() => {});
    }
  }

  #keys(): string[] {
    const stored = attempt(() => Object.keys(this.device.storage())) ?? [];
    return [...new Set([...stored, ...this.#unkept.keys()])];
  }

  #read(key: string): KeptDraft | null {
    return (
      this.#unkept.get(key) ?? parse(attempt(() => this.device.storage().getItem(key)) ?? null)
    );
  }

  #readLeft(key: string): LeftText | null {
    const kept = this.#read(key);
    if (kept) return { key, text: readableText(kept), draft: kept.isAside ? null : kept.text };
    // Written by another release, or damaged.
    const stored = attempt(() => this.device.storage().getItem(key)) ?? "";
    return stored === "" ? null : { key, text: readableWords(stored), draft: null };
  }

  #write(key: string, kept: KeptDraft): boolean {
    const isKept =
      attempt(() => {
        this.device.storage().setItem(key, JSON.stringify(kept));
        return true;
      }) ?? false;
    if (isKept) this.#unkept.delete(key);
    else this.#unkept.set(key, kept);
    return isKept;
  }

  #remove(key: string): void {
    this.#unkept.delete(key);
    attempt(() => this.device.storage().removeItem(key));
  }
}

function keyOf({ account, path, tab, document }: Name): string {
  return PREFIX + JSON.stringify([account, path, tab, document]);
}

function nameOf(key: string): Name | null {
  const [, formerAccount, formerPath] = FORMER.exec(key) ?? [];
  if (formerAccount !== undefined && formerPath !== undefined) {
    return { account: formerAccount, path: formerPath, tab: NO_TAB, document: 0 };
  }
  if (!key.startsWith(PREFIX)) return null;
  const parts = attempt(
    () => JSON.parse(key.slice(PREFIX.length)) as [string, string, string, number],
  );
  if (!Array.isArray(parts)) return null;
  const [account, path, tab, document] = parts;
  return { account, path, tab, document };
}

/** Storage can be full, or forbidden by the browser's settings. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}

/** An earlier release kept only the text and its version. Null for what cannot be read as a draft without losing something. */
function parse(json: string | null): KeptDraft | null {
  const value = json === null ? undefined : attempt(() => JSON.parse(json) as Partial<KeptDraft>);
  if (typeof value?.text !== "string") return null;
  const { text, version, base, unanswered, unwritable, isAside } = value;
  if (unwritable && !isUnwritable(unwritable)) return null;
  return {
    text,
    // Without one it is merged like a text that is based on another version.
    version: typeof version === "string" ? version : "",
    base: typeof base === "string" ? base : null,
    unanswered: typeof unanswered === "string" ? unanswered : null,
    unwritable: unwritable ?? null,
    ...(isAside === true && { isAside }),
  };
}

function isUnwritable(value: unknown): value is Unwritable {
  return typeof (value as Partial<Unwritable>).message === "string";
}

let browserStorage: DraftStorage | undefined;

/** The storage of this browser, for this tab. */
export function draftStorage(): DraftStorage {
  if (browserStorage) return browserStorage;
  const created = new DraftStorage({
    storage: () => localStorage,
    locks: navigator.locks ?? null,
    tab: newTabName(),
  });
  window.addEventListener("beforeunload", (event) => {
    if (!created.hasUnkeptText) return;
    event.preventDefault();
    // Chrome before version 119 asks for this instead.
    event.returnValue = "unsaved";
  });
  browserStorage = created;
  return created;
}

/** crypto.randomUUID needs https. */
function newTabName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join("-");
}
