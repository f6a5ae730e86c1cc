// Runs the tests of many mutants in one thread. Vitest starts a thread for each run otherwise, which takes ten times as long
// as the tests.
import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest,
} from "vitest/node";

type Listener = (message: unknown) => void;

/** A thread becomes slower with every run, because Vitest adds a listener to it. */
const LONGEST_USE = 100;

let kept: { readonly thread: ThreadsPoolWorker; runs: number } | null = null;

export class KeptThread implements PoolWorker {
  readonly name = "kept-thread";
  readonly #thread: ThreadsPoolWorker;
  readonly #listeners: [string, Listener][] = [];
  #isRunning = false;

  constructor(options: PoolOptions) {
    kept ??= { thread: new ThreadsPoolWorker(options), runs: 0 };
    this.#thread = kept.thread;
  }

  async start(): Promise<void> {
    if (kept?.runs === 0) await this.#thread.start();
    if (kept) kept.runs += 1;
    this.on("message", (message) => {
      const { type } = message as { type?: string };
      if (type === "testfileFinished") this.#isRunning = false;
    });
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#thread.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#thread.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === "stop") {
      // The thread would not listen any more.
      const stopped = { type: "stopped", __vitest_worker_response__: true };
      for (const [event, listener] of [...this.#listeners]) {
        if (event === "message") listener(stopped);
      }
      return;
    }
    if (message.type === "run") {
      this.#isRunning = true;
      // Such a mutant changes what happens while a file is loaded. It must be gone before the next one.
      const { mutantActivation } = message.context.providedContext as Record<string, unknown>;
      if (mutantActivation === "static") this.#giveUp();
    }
    this.#thread.send(message);
  }

  deserialize(data: unknown): unknown {
    return this.#thread.deserialize(data);
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#thread.off(event, listener);
    if (this.#isRunning || (kept && kept.runs >= LONGEST_USE)) this.#giveUp();
    if (kept?.thread !== this.#thread) await this.#thread.stop();
  }

  #giveUp(): void {
    if (kept?.thread === this.#thread) kept = null;
  }
}
