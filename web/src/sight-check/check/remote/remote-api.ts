// The calls of a screen and of the phone that answers for it. Keys are in bodies, so that no log has them, and are kept in
// memory only.
import type { ErrorResponse } from "../../../generated/ErrorResponse";
import type { SightAnswer } from "../../../generated/SightAnswer";
import type { SightAnswerResult } from "../../../generated/SightAnswerResult";
import type { SightPhone } from "../../../generated/SightPhone";
import type { SightScreen } from "../../../generated/SightScreen";

/** The server says in a sentence why not. */
export class RemoteFailure extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }

  /** Nobody knows whether the call arrived. The same call again finds out. */
  get isUnknown(): boolean {
    return this.status === 0 || this.status >= 500;
  }
}

const PATH = "/api/sight-check/remotes";
const UNREACHABLE = "Your connection may be weak. Please try again.";
/** Longer than the server waits for the other device. */
const RESPONSE_MS = 15_000;
/** The server sends something every 5 seconds. */
const SILENCE_MS = 12_000;

type Call = { readonly body: unknown; readonly signal?: AbortSignal; readonly keepalive?: true };

const post = (path: string, { body, ...init }: Call): Promise<Response> =>
  fetch(PATH + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    ...init,
  });

/** Without a limit a lost connection would be waited for without end. */
async function call(path: string, body: unknown, abort = new AbortController()): Promise<Response> {
  const timer = setTimeout(() => abort.abort(), RESPONSE_MS);
  try {
    const response = await post(path, { body, signal: abort.signal });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as ErrorResponse | null;
    throw new RemoteFailure(response.status, problem?.error.message ?? UNREACHABLE);
  } catch (failure) {
    throw failure instanceof RemoteFailure ? failure : new RemoteFailure(0, UNREACHABLE);
  } finally {
    clearTimeout(timer);
  }
}

/** Also while the page is being closed. Chromium with a service worker drops a fetch then, in spite of `keepalive`. */
function callLast(path: string, body: unknown): void {
  const json = new Blob([JSON.stringify(body)], { type: "application/json" });
  if (navigator.sendBeacon?.(PATH + path, json)) return;
  void post(path, { body, keepalive: true }).catch(() => {});
}

export const addRemote = async (): Promise<SightScreen> => (await call("", {})).json();

export const joinRemote = async (code: string): Promise<SightPhone> =>
  (await call("/join", { code })).json();

/** Resolves when the screen has taken the answer. */
export const sendAnswer = async (
  phone: string,
  number: number,
  answer: SightAnswer,
): Promise<SightAnswerResult> => (await call("/answer", { phone, number, answer })).json();

/** Before the screen counts an answer, so that the phone is told what really happened. */
export async function takeAnswer(screen: string, number: number, counts: boolean): Promise<void> {
  await call("/take", { screen, number, counts });
}

export const endRemote = (screen: string): void => callLast("/end", { screen });

export const leaveRemote = (phone: string): void => callLast("/leave", { phone });

/** @property id the number of an answer */
export type RemoteEvent = { readonly name: string; readonly data: string; readonly id: number };

/** Reads server-sent events until the server ends the answer, which it does after some seconds. */
export async function listenOnce(
  screen: string,
  onEvent: (event: RemoteEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal.addEventListener("abort", stop);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const { body } = await call("/listen", { screen }, abort);
    const reader = body?.getReader();
    if (!reader) throw new RemoteFailure(0, UNREACHABLE);
    const decoder = new TextDecoder();
    let text = "";
    for (;;) {
      timer = setTimeout(stop, SILENCE_MS);
      const { done, value } = await reader.read();
      clearTimeout(timer);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const events = text.split("\n\n");
      text = events.pop() ?? "";
      for (const event of events) onEvent(parseEvent(event));
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** A comment is an event with the name "comment". */
export function parseEvent(event: string): RemoteEvent {
  const field = (name: string) =>
    event
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const data = field("data");
  const name = data === undefined ? "comment" : (field("event") ?? "message");
  return { name, data: data ?? "", id: Number(field("id") ?? 0) };
}
