// Owns one game's dealings with the server: the start, asked for until it is had, and the end, handed in
// until it is answered. All of it happens behind the game's back, so that a slow or absent network never
// holds up play; only who wants the proof has to wait for it.

import type { Rules } from "./model";
import { type Finished, finishPlay, type PlayFailure, type Started, startPlay } from "./plays";

export type Proof =
  | { readonly kind: "proved"; readonly proof: string }
  /** The server counted differently, or the game is too old. Only another game helps. */
  | { readonly kind: "refused" }
  | Exclude<PlayFailure, { kind: "refused" }>;

export type Session = {
  /** Hands the finished game in, as soon as the server can be reached. */
  finish(found: Rules): void;
  /** The proof of a perfect game: tries now, whatever failed before. */
  prove(): Promise<Proof>;
  close(): void;
};

export type Calls = {
  start(): Promise<Started | PlayFailure>;
  finish(play: string, found: Rules): Promise<Finished | PlayFailure>;
};

type Progress = Proof | { readonly kind: "playing" };

const FIRST_PAUSE_S = 1;
const LONGEST_PAUSE_S = 60;
/** How long a visitor who pressed the button is kept waiting for the server's patience to return. */
const WORTH_WAITING_S = 10;

export function openSession(
  calls: Calls = { start: startPlay, finish: finishPlay },
  sleep: (seconds: number, woken: AbortSignal) => Promise<void> = sleepUntilOnline,
): Session {
  let play: string | null = null;
  let found: Rules | null = null;
  let settled: Proof | null = null;
  let inFlight: Promise<Progress> | null = null;
  let pursuing = false;
  let alarm = new AbortController();
  const closed = new AbortController();

  async function advance(): Promise<Progress> {
    if (settled !== null) return settled;
    if (play === null) {
      const answer = await calls.start();
      if (answer.kind !== "started") return answer;
      play = answer.play;
    }
    if (found === null) return { kind: "playing" };
    const answer = await calls.finish(play, found);
    if (answer.kind === "finished") {
      settled =
        answer.proof === null ? { kind: "refused" } : { kind: "proved", proof: answer.proof };
      return settled;
    }
    if (answer.kind === "refused") settled = answer;
    return answer;
  }

  // The background and an impatient visitor share one attempt, so no game is ever handed in twice at once.
  function step(): Promise<Progress> {
    inFlight ??= advance().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  async function pursue(): Promise<void> {
    pursuing = true;
    for (let pause = FIRST_PAUSE_S; !closed.signal.aborted; pause *= 2) {
      const progress = await step();
      if (!isPassing(progress)) break;
      const asked = progress.kind === "tooSoon" ? progress.seconds : 0;
      alarm = new AbortController();
      await sleep(Math.max(Math.min(pause, LONGEST_PAUSE_S), asked), alarm.signal);
    }
    pursuing = false;
  }

  void pursue();

  return {
    finish(handedIn) {
      found = handedIn;
      if (pursuing) alarm.abort();
      else void pursue();
    },
    async prove() {
      let progress = await step();
      if (progress.kind === "tooSoon" && progress.seconds <= WORTH_WAITING_S) {
        await sleep(progress.seconds, closed.signal);
        progress = await step();
      }
      return progress.kind === "playing" ? { kind: "refused" } : progress;
    },
    close() {
      closed.abort();
      alarm.abort();
    },
  };
}

function isPassing(progress: Progress): progress is Exclude<PlayFailure, { kind: "refused" }> {
  switch (progress.kind) {
    case "unreachable":
    case "tooSoon":
    case "broken":
      return true;
    case "playing":
    case "proved":
    case "refused":
      return false;
  }
}

function sleepUntilOnline(seconds: number, woken: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      window.removeEventListener("online", wake);
      woken.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, seconds * 1000);
    window.addEventListener("online", wake);
    woken.addEventListener("abort", wake);
    if (woken.aborted) wake();
  });
}
