// Runs the tests of many mutants in one thread. Vitest starts a thread for each run otherwise, which takes longer than the tests.
import {
  type PoolOptions,
  type PoolWorker,
  ThreadsPoolWorker,
  type WorkerRequest,
} from "vitest/node";

type Listener = (message: unknown) => void;

/** A thread becomes slower with every run, because Vitest adds a listener to it. */
const LONGEST_USE = 100;

interface Kept {
  readonly thread: ThreadsPoolWorker;
  started: Promise<void> | null;
  runs: number;
  users: number;
}

let kept: Kept | null = null;

export class KeptThread implements PoolWorker {
  readonly name = "kept-thread";
  readonly #kept: Kept;
  readonly #thread: ThreadsPoolWorker;
  readonly #listeners: [string, Listener][] = [];
  #isRunning = false;

  constructor(options: PoolOptions) {
    kept ??= { thread: new ThreadsPoolWorker(options), started: null, runs: 0, users: 0 };
    this.#kept = kept;
    this.#thread = kept.thread;
    kept.users += 1;
  }

  async start(): Promise<void> {
    this.#kept.started ??= this.#thread.start();
    await this.#kept.started;
    this.#kept.runs += 1;
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
    this.#kept.users -= 1;
    if (this.#isRunning || this.#kept.runs >= LONGEST_USE) this.#giveUp();
    // The next run may have begun in it already. A mutant that hangs lets nothing else run.
    const isUnused = this.#kept.users === 0 || this.#isRunning;
    if (kept !== this.#kept && isUnused) await this.#thread.stop();
  }

  #giveUp(): void {
    if (kept === this.#kept) kept = null;
  }
}
