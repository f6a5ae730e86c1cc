// A browser for tests: tabs with one storage and one set of locks.
import { DraftStorage } from "../draft-storage";

export class FakeBrowser {
  /** The storage takes nothing more. */
  isFull = false;
  /** Who is signed in. */
  cookie: string | null = null;
  readonly #values = new Map<string, string>();
  readonly #locks: FakeLocks;
  readonly #owners = new Map<DraftStorage, FakeTabLocks>();
  readonly storage: Storage;

  constructor(private readonly options: { hasLocks: boolean } = { hasLocks: true }) {
    this.#locks = new FakeLocks();
    const values = this.#values;
    const setItem = (key: string, value: string) => {
      if (this.isFull) throw new DOMException("full", "QuotaExceededError");
      values.set(key, value);
    };
    const methods = {
      getItem: (key: string) => values.get(key) ?? null,
      setItem,
      removeItem: (key: string) => void values.delete(key),
    };
    this.storage = new Proxy(methods, {
      ownKeys: () => [...values.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }) as unknown as Storage;
  }

  newTab(): DraftStorage {
    const locks = new FakeTabLocks(this.#locks);
    const tab = new DraftStorage({
      storage: () => this.storage,
      locks: this.options.hasLocks ? (locks as unknown as LockManager) : null,
      tab: `tab ${this.#owners.size + 1}`,
    });
    this.#owners.set(tab, locks);
    return tab;
  }

  /** The tab is closed, crashes or loads another page. */
  close(tab: DraftStorage): void {
    this.#owners.get(tab)?.releaseAll();
  }

  /** The texts of all copies on the device, or of those of one account. */
  copies(account?: string): string[] {
    const start = account === undefined ? "desk-draft:" : `desk-draft:["${account}",`;
    return [...this.#values].filter(([key]) => key.startsWith(start)).map(([, value]) => value);
  }
}

type Waiting = { owner: FakeTabLocks; start: () => Promise<void> };

class FakeLocks {
  readonly held = new Map<string, FakeTabLocks>();
  readonly waiting = new Map<string, Waiting[]>();

  next(name: string): void {
    const queue = this.waiting.get(name) ?? [];
    const first = this.held.has(name) ? undefined : queue.shift();
    if (!first) return;
    this.held.set(name, first.owner);
    const isDone = () => {
      if (this.held.get(name) === first.owner) this.held.delete(name);
      this.next(name);
    };
    void first.start().then(isDone);
  }
}

class FakeTabLocks {
  constructor(private readonly locks: FakeLocks) {}

  request(name: string, ...rest: unknown[]): Promise<void> {
    const action = rest.at(-1) as () => Promise<void> | undefined;
    const { signal } = (rest.length > 1 ? rest[0] : {}) as { signal?: AbortSignal };
    return new Promise((resolve) => {
      const start = async () => {
        if (!signal?.aborted) await action();
        resolve();
      };
      const queue = this.locks.waiting.get(name) ?? [];
      this.locks.waiting.set(name, [...queue, { owner: this, start }]);
      this.locks.next(name);
    });
  }

  releaseAll(): void {
    for (const [name, queue] of this.locks.waiting) {
      this.locks.waiting.set(
        name,
        queue.filter(({ owner }) => owner !== this),
      );
    }
    for (const [name, owner] of [...this.locks.held]) {
      if (owner !== this) continue;
      this.locks.held.delete(name);
      this.locks.next(name);
    }
  }
}
