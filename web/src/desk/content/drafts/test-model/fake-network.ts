// A bad network for tests: it delays, reorders, repeats and drops, and the server is busy or refuses.

/** What happens to a request. */
export type Fate = {
  readonly there: number;
  readonly back: number;
  readonly lost: "no" | "there" | "back";
  /** It arrives a second time. */
  readonly again: number | null;
  readonly problem: "none" | "busy" | "refused";
};

export type Answer<T> =
  | { readonly kind: "answered"; readonly value: T }
  | { readonly kind: "refused" }
  /** `message` is null without an answer. */
  | { readonly kind: "failed"; readonly message: string | null };

export const CLIENT_TIMEOUT_MS = 20_000;
const GOOD: Fate = { there: 10, back: 10, lost: "no", again: null, problem: "none" };

export class FakeNetwork {
  #fates: Iterator<Fate> = [].values();

  /** From now on, these happen to one request each. Later ones arrive at once. */
  follow(fates: readonly Fate[]): void {
    this.#fates = fates.values();
  }

  /** `handle` is what the server does with the request. */
  request<T>(handle: () => T): Promise<Answer<T>> {
    const { there, back, lost, again, problem } = this.#fates.next().value ?? GOOD;
    const trip = async (): Promise<Answer<T>> => {
      await delay(there);
      if (lost === "there") return new Promise(() => {});
      if (problem === "busy") return { kind: "failed", message: "Busy." };
      if (problem === "refused") return { kind: "refused" };
      const value = handle();
      if (again !== null) void delay(again).then(handle);
      await delay(back);
      return lost === "back" ? new Promise(() => {}) : { kind: "answered", value };
    };
    // A request that takes too long is given up, but may still arrive later.
    const timeout = delay(CLIENT_TIMEOUT_MS);
    return Promise.race([trip(), timeout.then(() => ({ kind: "failed", message: null }) as const)]);
  }
}

export function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
