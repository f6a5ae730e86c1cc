// Waits with writing the editor's document as Markdown, which takes too long to do it for every key.

/** After the last key. */
const PAUSE_MS = 200;
/** While typing goes on. With the time for writing, words are on the device within two seconds. */
const LONGEST_MS = 1_500;

export class PendingInput<T> {
  #write: (() => T) | null = null;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly onWritten: (written: T) => void) {}

  change(write: () => T): void {
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.flush(), PAUSE_MS);
    if (this.#write === null) this.#deadline = setTimeout(() => this.flush(), LONGEST_MS);
    this.#write = write;
  }

  /** Writes now what was typed. */
  flush(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#deadline);
    const write = this.#write;
    this.#write = null;
    if (write) this.onWritten(write());
  }

  get isPending(): boolean {
    return this.#write !== null;
  }
}
