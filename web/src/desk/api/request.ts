// Sends one request to the desk API. Resolves with the parsed response, or rejects with an ApiError.
import { ApiError, type Problem } from "./problem";

export const API_ROOT = "/api/desk/";

const TIMEOUT_MS = 20_000;

/** These 401 responses reject a sign-in; every other 401 means that the session is over. */
const SIGN_IN_CODES = ["wrong_login", "totp_needed", "totp_wrong"];

export function get<T>(path: string): Promise<T> {
  return send<T>("GET", path);
}

export function post<T = void>(path: string, body?: unknown): Promise<T> {
  return send<T>("POST", path, body);
}

async function send<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(API_ROOT + path, {
      method,
      cache: "no-store",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      // Missing before Chrome 103 and Safari 16, which then wait for the network's own timeout.
      signal: AbortSignal.timeout?.(TIMEOUT_MS) ?? null,
    });
    text = await response.text();
  } catch {
    throw new ApiError({ kind: "unreachable" });
  }
  if (!response.ok) throw new ApiError(problemFrom(response, text));
  const isJson = text !== "" && response.headers.get("content-type")?.includes("json");
  const value = isJson ? parseJson(text) : text;
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
