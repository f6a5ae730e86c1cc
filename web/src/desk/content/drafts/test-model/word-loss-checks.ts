// What the model knows about each word: who must still have it, and why it may be gone.
import { expect } from "vitest";
import { wordsIn } from "./words";

/** After this time a word is in the store or on the device, or the screen says that it is not. */
const PROMISE_MS = 2_000;

export class WrittenWords {
  /** When each word was written. */
  readonly #written = new Map<string, number>();
  /** A save with them was confirmed, or at least arrived. */
  readonly #acknowledged = new Set<string>();
  /** Somebody decided to remove them. */
  readonly #removed = new Set<string>();
  /** The person left although the screen said that they are not saved. */
  readonly #told = new Set<string>();
  /** They went with a page, and the person was told, or they were written just before. */
  readonly #gone = new Set<string>();

  constructor(start: string) {
    for (const word of wordsIn(start)) {
      this.#written.set(word, Date.now());
      this.#acknowledged.add(word);
    }
  }

  add(): string {
    const word = `w${this.#written.size + 1}`;
    this.#written.set(word, Date.now());
    return word;
  }

  acknowledge(text: string): void {
    for (const word of wordsIn(text)) this.#acknowledged.add(word);
  }

  /** Somebody decided that `before` becomes `after`. */
  removeMissing(before: string | null, after: string | null): void {
    const left = wordsIn(after);
    for (const word of wordsIn(before)) if (!left.has(word)) this.#removed.add(word);
  }

  /** Somebody decided that what is not saved of a text is not needed. */
  removeUnsaved(text: string): string[] {
    const unsaved = [...wordsIn(text)].filter((word) => !this.#acknowledged.has(word));
    for (const word of unsaved) this.#removed.add(word);
    return unsaved;
  }

  isRemoved(word: string): boolean {
    return this.#removed.has(word);
  }

  isAcknowledged(word: string): boolean {
    return this.#acknowledged.has(word);
  }

  isNew(word: string): boolean {
    return Date.now() - (this.#written.get(word) ?? 0) < PROMISE_MS;
  }

  tell(words: readonly string[]): void {
    for (const word of words) this.#told.add(word);
  }

  isTold(word: string): boolean {
    return this.#told.has(word);
  }

  lose(word: string): void {
    this.#gone.add(word);
  }

  checkAcknowledged(stored: string | null): void {
    const there = wordsIn(stored);
    const lost = [...this.#acknowledged].filter(
      (word) => !there.has(word) && !this.isRemoved(word),
    );
    expect(lost, "saved words that the store does not have").toEqual([]);
  }

  checkAll(stored: string | null): void {
    const there = wordsIn(stored);
    const lost = [...this.#written.keys()].filter(
      (word) => !there.has(word) && !this.isRemoved(word) && !this.#gone.has(word),
    );
    expect(lost, "words that are nowhere").toEqual([]);
  }
}
