// The two API calls of a game: start and finish. Parses the responses and returns every failure as a value. Does not
// retry: play-session does.

import type { SpotsByLevel } from "./game-reducer";

export type PlayFailure =
  /** No response: no network, or a timeout. */
  | { readonly kind: "unreachable" }
  /** The server asks to try again later. `message` is its own sentence for the visitor. */
  | { readonly kind: "retryLater"; readonly seconds: number; readonly message: string | null }
  /** The server will never accept this game. */
  | { readonly kind: "rejected" }
  /** A server error, or a response that cannot be parsed. */
  | { readonly kind: "serverError" };

/** The game as the page showed it. The site may show another one by now. */
export type PlayedGame = {
  readonly spots: SpotsByLevel;
  /** Null if they are from several games: then it is counted for no set of pictures. */
  readonly pictures: readonly string[] | null;
};

export type Started = { readonly kind: "started"; readonly play: string };
export type Finished = { readonly kind: "finished"; readonly proof: string | null };

const TIMEOUT_MS = 15_000;
const DEFAULT_RETRY_SECONDS = 5;

export async function startPlay(): Promise<Started | PlayFailure> {
  const response = await post("/api/plays", {});
  if (response.kind !== "ok") return response;
  const play = property(response.body, "play");
  return typeof play === "string" && play !== ""
    ? { kind: "started", play }
    : { kind: "serverError" };
}

export async function finishPlay(
  play: string,
  found: SpotsByLevel,
  { spots, pictures }: PlayedGame,
): Promise<Finished | PlayFailure> {
  const response = await post("/api/plays/finish", { play, found, spots, pictures });
  if (response.kind !== "ok") return response;
  const perfect = property(response.body, "perfect");
  const proof = property(response.body, "proof");
  if (perfect === true && typeof proof === "string" && proof !== "") {
    return { kind: "finished", proof };
  }
  return perfect === false ? { kind: "finished", proof: null } : { kind: "serverError" };
}

type PostResult = { readonly kind: "ok"; readonly body: unknown } | PlayFailure;

async function post(path: string, body: unknown): Promise<PostResult> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Browsers older than Chrome 103 do not have AbortSignal.timeout; they wait for the network's own timeout.
      signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
    });
    const parsed = await readJson(response);
    return response.ok ? { kind: "ok", body: parsed } : failureOf(response, parsed);
  } catch {
    return { kind: "unreachable" };
  }
}

/** A connection that breaks while the body is read throws and counts as unreachable; invalid JSON does not. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An error with Retry-After can be retried: too many requests, or a game finished sooner after its (late) start than
 * the server accepts. */
function failureOf({ status, headers }: Response, body: unknown): PlayFailure {
  if (status >= 500) return { kind: "serverError" };
  const retryAfter = headers.get("retry-after");
  if (retryAfter === null && status !== 429) return { kind: "rejected" };
  const seconds = Number(retryAfter ?? DEFAULT_RETRY_SECONDS);
  const message = property(property(body, "error"), "message");
  return {
    kind: "retryLater",
    seconds: seconds >= 0 ? seconds : DEFAULT_RETRY_SECONDS,
    message: typeof message === "string" ? message : null,
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
