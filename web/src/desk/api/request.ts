// Sends one request to the desk API. Resolves with the parsed response, or rejects with an ApiError.
import { ApiError, type Problem } from "./problem";

export const API_ROOT = "/api/desk/";

const TIMEOUT_MS = 20_000;
/** A long list on a slow connection takes minutes. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;

/** These 401 responses reject a sign-in; every other 401 means that the session is over. */
const SIGN_IN_CODES = ["wrong_login", "totp_needed", "totp_wrong"];

export async function get<T>(path: string): Promise<T> {
  return parse<T>(await send({ method: "GET", path, read: textOf }));
}

export async function post<T = void>(path: string, body?: unknown): Promise<T> {
  return parse<T>(await send({ method: "POST", path, body, read: textOf }));
}

export function download(path: string): Promise<Blob> {
  const read = (response: Response) => response.blob();
  return send({ method: "GET", path, read, timeout: DOWNLOAD_TIMEOUT_MS });
}

type Call<T> = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Reads the body of a successful response. */
  readonly read: (response: Response) => Promise<T>;
  readonly timeout?: number;
};

async function send<T>({ method, path, body, read, timeout = TIMEOUT_MS }: Call<T>): Promise<T> {
  let problem: Problem;
  try {
    const response = await fetch(API_ROOT + path, {
      method,
      cache: "no-store",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      // Missing before Chrome 103 and Safari 16, which then wait for the network's own timeout.
      signal: AbortSignal.timeout?.(timeout) ?? null,
    });
    if (response.ok) return await read(response);
    problem = problemFrom(response, await response.text());
  } catch {
    problem = { kind: "unreachable" };
  }
  throw new ApiError(problem);
}

type TextBody = { readonly text: string; readonly isJson: boolean };

async function textOf(response: Response): Promise<TextBody> {
  const isJson = response.headers.get("content-type")?.includes("json") ?? false;
  return { text: await response.text(), isJson };
}

function parse<T>({ text, isJson }: TextBody): T {
  const value = text !== "" && isJson ? parseJson(text) : text;
  if (value === undefined) throw new ApiError({ kind: "serverError", message: null });
  return value as T;
}

function problemFrom(response: Response, text: string): Problem {
  const { status } = response;
  const body = parseJson(text) as { error?: Record<string, unknown> } | null | undefined;
  const field = (name: string): string | null => {
    const value = body?.error?.[name];
    return typeof value === "string" ? value : null;
  };
  const code = field("code") ?? "";
  const message = field("message");
  if (status === 401 && !SIGN_IN_CODES.includes(code)) return { kind: "signedOut" };
  if (status === 429) {
    return { kind: "rateLimited", message, retryAfterSeconds: retryAfter(response) };
  }
  if (status >= 500 || message === null) return { kind: "serverError", message };
  if (code === "confirmation_needed") return { kind: "unconfirmed" };
  if (status === 403) return { kind: "forbidden", message };
  return {
    kind: "rejected",
    status,
    code,
    message,
    usedAt: field("usedAt"),
    usedBy: field("usedBy"),
  };
}

function retryAfter(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
