// The calls of a screen and of the phone that answers for it. Keys are in bodies, so that no log has them, and are kept in
// memory only.
import type { ErrorResponse } from "../../../generated/ErrorResponse";
import type { SightAnswer } from "../../../generated/SightAnswer";
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
}

const PATH = "/api/sight-check/remotes";
const UNREACHABLE = "Your connection may be weak. Please try again.";

async function call(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(PATH + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  } catch {
    throw new RemoteFailure(0, UNREACHABLE);
  }
  if (response.ok) return response;
  const problem = (await response.json().catch(() => null)) as ErrorResponse | null;
  throw new RemoteFailure(response.status, problem?.error.message ?? UNREACHABLE);
}

export const addRemote = async (): Promise<SightScreen> => (await call("", {})).json();

export const joinRemote = async (code: string): Promise<SightPhone> =>
  (await call("/join", { code })).json();

export async function sendAnswer(
  phone: string,
  number: number,
  answer: SightAnswer,
): Promise<void> {
  await call("/answer", { phone, number, answer });
}

/** Also while the page is being closed. */
export function endRemote(screen: string): void {
  void fetch(`${PATH}/end`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ screen }),
    keepalive: true,
  }).catch(() => {});
}

export type RemoteEvent = { readonly name: string; readonly data: string };

/** Reads server-sent events until the server ends the answer, which it does after some seconds. */
export async function listenOnce(
  screen: string,
  onEvent: (event: RemoteEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  const { body } = await call("/listen", { screen }, signal);
  const reader = body?.getReader();
  if (!reader) throw new RemoteFailure(0, UNREACHABLE);
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const parsed = parseEvent(event);
      if (parsed) onEvent(parsed);
    }
  }
}

/** Null for a comment. */
export function parseEvent(event: string): RemoteEvent | null {
  const field = (name: string) =>
    event
      .split("\n")
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim();
  const data = field("data");
  return data === undefined ? null : { name: field("event") ?? "message", data };
}
