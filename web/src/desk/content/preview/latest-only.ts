// Runs one task at a time. While one runs, only the latest input is kept for the next.

export class LatestOnly<T> {
  #next: { readonly input: T } | null = null;
  #isRunning = false;

  constructor(private readonly run: (input: T) => Promise<void>) {}

  want(input: T): void {
    this.#next = { input };
    if (!this.#isRunning) void this.#work();
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    while (this.#next) {
      const { input } = this.#next;
      this.#next = null;
      await this.run(input);
    }
    this.#isRunning = false;
  }
}
