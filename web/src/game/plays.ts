// Owns the two calls that make a game count: its signed start and its checked end.
// Answers are parsed here and nowhere else; whatever goes wrong comes back as a named value. It never
// retries and never talks to the visitor: `session` decides when, the claim form says what.

import type { Rules } from "./model";

export type PlayFailure =
  /** No answer: no network, or one too slow to wait for. */
  | { readonly kind: "unreachable" }
  /** The server asks for patience. */
  | { readonly kind: "tooSoon"; readonly seconds: number }
  /** This game will never be accepted. */
  | { readonly kind: "refused" }
  /** The server failed, or answered something that is no answer. */
  | { readonly kind: "broken" };

export type Started = { readonly kind: "started"; readonly play: string };
export type Finished = { readonly kind: "finished"; readonly proof: string | null };

const PATIENCE_MS = 15_000;
const DEFAULT_PAUSE_S = 5;

export async function startPlay(): Promise<Started | PlayFailure> {
  const answer = await post("/api/plays", {});
  if (answer.kind !== "answered") return answer;
  const play = field(answer.body, "play");
  return typeof play === "string" && play !== "" ? { kind: "started", play } : { kind: "broken" };
}

export async function finishPlay(play: string, found: Rules): Promise<Finished | PlayFailure> {
  const answer = await post("/api/plays/finish", { play, found });
  if (answer.kind !== "answered") return answer;
  const perfect = field(answer.body, "perfect");
  const proof = field(answer.body, "proof");
  if (perfect === true && typeof proof === "string" && proof !== "") {
    return { kind: "finished", proof };
  }
  return perfect === false ? { kind: "finished", proof: null } : { kind: "broken" };
}

type Answer = { readonly kind: "answered"; readonly body: unknown } | PlayFailure;

async function post(path: string, body: unknown): Promise<Answer> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      // Phones older than Chrome 103 lack it, and wait as long as their network does.
      signal: AbortSignal.timeout?.(PATIENCE_MS) ?? null,
    });
    if (response.ok) return { kind: "answered", body: await readJson(response) };
    return refusal(response);
  } catch {
    return { kind: "unreachable" };
  }
}

/** A cut connection still counts as unreachable; only a whole text that is no JSON is broken. */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whatever the reason, a refusal that names a time may be asked again then: too many calls, or a game that
 * ended sooner after its (late) start than the server believes. */
function refusal({ status, headers }: Response): PlayFailure {
  if (status >= 500) return { kind: "broken" };
  const retryAfter = headers.get("retry-after");
  if (retryAfter === null && status !== 429) return { kind: "refused" };
  const seconds = Number(retryAfter ?? DEFAULT_PAUSE_S);
  return { kind: "tooSoon", seconds: seconds >= 0 ? seconds : DEFAULT_PAUSE_S };
}

function field(body: unknown, name: string): unknown {
  return typeof body === "object" && body !== null
    ? (body as Record<string, unknown>)[name]
    : undefined;
}
