// The server side of one game: starts the play and submits the result in the background, with retries, so that a slow
// or missing network never delays the game. Only the request for the proof waits for it.

import type { SpotsByLevel } from "./game-reducer";
import {
  type Finished,
  finishPlay,
  type PlayedGame,
  type PlayFailure,
  type Started,
  startPlay,
} from "./play-api";
import type { PlayTokens } from "./saved-game";

export type ProofResult =
  | { readonly kind: "proof"; readonly proof: string }
  /** The server counted differently, or the game has expired: the visitor must play again. */
  | { readonly kind: "rejected" }
  | Exclude<PlayFailure, { kind: "rejected" }>;

export type PlaySession = {
  /** Submits the finished game as soon as the server can be reached. */
  finish(found: SpotsByLevel, played: PlayedGame): void;
  /** Requests the proof of a perfect game now, whatever failed before. */
  requestProof(): Promise<ProofResult>;
  close(): void;
};

export type PlayApi = {
  start(): Promise<Started | PlayFailure>;
  finish(play: string, found: SpotsByLevel, played: PlayedGame): Promise<Finished | PlayFailure>;
};

type Progress = ProofResult | { readonly kind: "playing" };

const FIRST_DELAY_SECONDS = 1;
const MAX_DELAY_SECONDS = 60;
/** If the server asks for a longer wait, the visitor gets its message instead. */
const MAX_WAIT_SECONDS = 10;

/** `tokens` continue a saved game; `onTokens` is called with new ones. */
export function createPlaySession(
  tokens: PlayTokens,
  onTokens: (tokens: PlayTokens) => void,
  api: PlayApi = { start: startPlay, finish: finishPlay },
  sleep: (seconds: number, wake: AbortSignal) => Promise<void> = sleepUntilOnline,
): PlaySession {
  let { play } = tokens;
  let finished: { found: SpotsByLevel; played: PlayedGame } | null = null;
  let result: ProofResult | null =
    tokens.proof === null ? null : { kind: "proof", proof: tokens.proof };
  let inFlight: Promise<Progress> | null = null;
  let looping = false;
  let wake = new AbortController();
  const closed = new AbortController();

  // The answer of a closed session belongs to an earlier game.
  function report(next: PlayTokens) {
    if (!closed.signal.aborted) onTokens(next);
  }

  async function advance(): Promise<Progress> {
    if (result !== null) return result;
    if (play === null) {
      const response = await api.start();
      if (response.kind !== "started") return response;
      play = response.play;
      report({ play, proof: null });
    }
    if (finished === null) return { kind: "playing" };
    const response = await api.finish(play, finished.found, finished.played);
    if (response.kind === "finished") {
      result =
        response.proof === null ? { kind: "rejected" } : { kind: "proof", proof: response.proof };
      report({ play, proof: response.proof });
      return result;
    }
    if (response.kind === "rejected") result = response;
    return response;
  }

  // The background loop and requestProof share one attempt, so that a game is never submitted twice in parallel.
  function step(): Promise<Progress> {
    inFlight ??= advance().finally(() => {
      inFlight = null;
    });
    return inFlight;
  }

  async function retryLoop(): Promise<void> {
    looping = true;
    for (let delay = FIRST_DELAY_SECONDS; !closed.signal.aborted; delay *= 2) {
      const progress = await step();
      if (!isTemporary(progress)) break;
      const requested = progress.kind === "retryLater" ? progress.seconds : 0;
      wake = new AbortController();
      await sleep(Math.max(Math.min(delay, MAX_DELAY_SECONDS), requested), wake.signal);
    }
    looping = false;
  }

  // A saved game has started already.
  if (play === null) void retryLoop();

  return {
    finish(found, played) {
      finished = { found, played };
      if (looping) wake.abort();
      else void retryLoop();
    },
    async requestProof() {
      let progress = await step();
      if (progress.kind === "retryLater" && progress.seconds <= MAX_WAIT_SECONDS) {
        await sleep(progress.seconds, closed.signal);
        progress = await step();
      }
      return progress.kind === "playing" ? { kind: "rejected" } : progress;
    },
    close() {
      closed.abort();
      wake.abort();
    },
  };
}

function isTemporary(progress: Progress): progress is Exclude<PlayFailure, { kind: "rejected" }> {
  switch (progress.kind) {
    case "unreachable":
    case "retryLater":
    case "serverError":
      return true;
    case "playing":
    case "proof":
    case "rejected":
      return false;
  }
}

function sleepUntilOnline(seconds: number, wake: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      window.removeEventListener("online", finish);
      wake.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, seconds * 1000);
    window.addEventListener("online", finish);
    wake.addEventListener("abort", finish);
    if (wake.aborted) finish();
  });
}
