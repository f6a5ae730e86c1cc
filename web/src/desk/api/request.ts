// Sends one request to the desk API. Resolves with the parsed response, or rejects with an ApiError.
import type { ErrorDetails } from "../../generated/ErrorDetails";
import type { ErrorResponse } from "../../generated/ErrorResponse";
import { ApiError, type ApiFailure } from "./api-error";

export const API_ROOT = "/api/desk/";

const TIMEOUT_MS = 20_000;
/** A little more than the server takes to render the site before it is published. */
const PUBLISH_TIMEOUT_MS = 65_000;
/** A long list on a slow connection takes minutes. */
const DOWNLOAD_TIMEOUT_MS = 10 * 60_000;
/** A little more than the server waits for a photo over a slow connection, and then works on it. */
const UPLOAD_TIMEOUT_MS = 4 * 60_000;

/** These 401 responses reject a sign-in; every other 401 means that the session is over. */
const SIGN_IN_CODES = ["wrong_login", "totp_needed", "totp_wrong"];

/** Whose screens these are. */
let account: string | null = null;

/**
 * Every call names this account. All tabs of a browser share one session, so the server refuses the call when another account
 * has signed in in another tab. Null when nobody is signed in.
 */
export function setAccount(name: string | null): void {
  account = name;
}

export function currentAccount(): string | null {
  return account;
}

function accountHeader(): Record<string, string> {
  return account === null ? {} : { "X-Desk-Account": encodeURIComponent(account) };
}

/** The same for the calls that fetch cannot make. */
function openRequest(method: string, path: string): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open(method, API_ROOT + path);
  for (const [name, value] of Object.entries(accountHeader())) {
    request.setRequestHeader(name, value);
  }
  return request;
}

export async function get<T>(path: string): Promise<T> {
  return parse<T>(await send({ method: "GET", path, read: textOf }));
}

export async function post<T = void>(
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<T> {
  return parse<T>(await send({ method: "POST", path, body, headers, read: textOf }));
}

/** Also while the page is being closed. Nobody waits for the answer. */
export function postLast(path: string, body: unknown): void {
  void send({ method: "POST", path, body, read: textOf, keepalive: true }).catch(() => {});
}

/** For publishing, which takes longer than other calls. */
export async function postPublication<T>(path: string, body: unknown): Promise<T> {
  const timeout = PUBLISH_TIMEOUT_MS;
  return parse<T>(await send({ method: "POST", path, body, read: textOf, timeout }));
}

/** `version` is the version that the new text is based on. */
export async function put<T>(path: string, body: unknown, version: string): Promise<T> {
  const headers = { "If-Match": `"${version}"` };
  return parse<T>(await send({ method: "PUT", path, body, headers, read: textOf }));
}

/** `version` is the version that is deleted. */
export async function remove<T>(path: string, version: string): Promise<T> {
  const headers = { "If-Match": `"${version}"` };
  return parse<T>(await send({ method: "DELETE", path, headers, read: textOf }));
}

/** Sends a file. `onProgress` gets the part that has been sent, from 0 to 1. fetch cannot report it. */
export function upload<T>(options: {
  method: "POST" | "PUT";
  path: string;
  form: FormData;
  version?: string;
  onProgress: (sent: number) => void;
}): Promise<T> {
  const { method, path, form, version, onProgress } = options;
  return new Promise((resolve, reject) => {
    const request = openRequest(method, path);
    const fail = (failure: ApiFailure) => reject(new ApiError(failure));
    if (version !== undefined) request.setRequestHeader("If-Match", `"${version}"`);
    request.timeout = UPLOAD_TIMEOUT_MS;
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = request.ontimeout = request.onabort = () => fail({ kind: "unreachable" });
    request.onload = () => {
      const { status, responseText } = request;
      const value = status < 300 ? parseJson(responseText) : undefined;
      if (value !== undefined) return resolve(value as T);
      const retryAfter = request.getResponseHeader("retry-after");
      fail(failureFrom(status, retryAfter, responseText));
    };
    request.send(form);
  });
}

/** Sends JSON and reads an HTML page. Only XMLHttpRequest parses it without running or loading anything. */
export function postForPage(path: string, body: unknown): Promise<Document> {
  return new Promise((resolve, reject) => {
    const request = openRequest("POST", path);
    const fail = (failure: ApiFailure) => reject(new ApiError(failure));
    request.setRequestHeader("Content-Type", "application/json");
    request.timeout = TIMEOUT_MS;
    request.onreadystatechange = () => {
      if (request.readyState !== XMLHttpRequest.HEADERS_RECEIVED) return;
      if (request.status === 200) request.responseType = "document";
    };
    request.onerror = request.ontimeout = request.onabort = () => fail({ kind: "unreachable" });
    request.onload = () => {
      if (request.responseType !== "document") {
        const retryAfter = request.getResponseHeader("retry-after");
        return fail(failureFrom(request.status, retryAfter, request.responseText));
      }
      const page = request.responseXML;
      if (page) resolve(page);
      else fail({ kind: "serverError", message: null });
    };
    request.send(JSON.stringify(body));
  });
}

export function download(path: string): Promise<Blob> {
  const read = (response: Response) => response.blob();
  return send({ method: "GET", path, read, timeout: DOWNLOAD_TIMEOUT_MS });
}

type Call<T> = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string> | undefined;
  /** Reads the body of a successful response. */
  readonly read: (response: Response) => Promise<T>;
  readonly timeout?: number;
  readonly keepalive?: boolean;
};

async function send<T>(call: Call<T>): Promise<T> {
  const { method, path, body, headers, read, timeout = TIMEOUT_MS, keepalive = false } = call;
  let failure: ApiFailure;
  try {
    const response = await fetch(API_ROOT + path, {
      method,
      keepalive,
      cache: "no-store",
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...accountHeader(),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // Missing before Chrome 103 and Safari 16, which then wait for the network's own timeout.
      signal: AbortSignal.timeout?.(timeout) ?? null,
    });
    if (response.ok) return await read(response);
    const retryAfter = response.headers.get("retry-after");
    failure = failureFrom(response.status, retryAfter, await response.text());
  } catch {
    failure = { kind: "unreachable" };
  }
  throw new ApiError(failure);
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

type ErrorBody = { readonly error: Partial<ErrorDetails> } & Pick<
  ErrorResponse,
  "nearest" | "fields"
>;

function failureFrom(status: number, retryAfter: string | null, text: string): ApiFailure {
  const body = parseJson(text) as Partial<ErrorBody> | null | undefined;
  const field = (name: "code" | "message" | "usedAt" | "usedBy"): string | null => {
    const value = body?.error?.[name];
    return typeof value === "string" ? value : null;
  };
  const code = field("code") ?? "";
  const message = field("message");
  if (status === 401 && !SIGN_IN_CODES.includes(code)) return { kind: "signedOut" };
  if (status === 429) {
    return { kind: "rateLimited", message, retryAfterSeconds: secondsOf(retryAfter) };
  }
  if (status >= 500 || message === null) return { kind: "serverError", message };
  if (code === "confirmation_needed") return { kind: "unconfirmed", message };
  if (code === "other_account") return { kind: "otherAccount", message };
  if (status === 403) return { kind: "forbidden", message };
  return {
    kind: "rejected",
    status,
    code,
    message,
    usedAt: field("usedAt"),
    usedBy: field("usedBy"),
    ...(body?.error?.conflict ? { conflict: body.error.conflict } : {}),
    ...(body?.error?.picture ? { picture: body.error.picture } : {}),
    ...(body?.error?.problems ? { problems: body.error.problems } : {}),
    ...(body?.nearest ? { nearest: body.nearest } : {}),
    ...(body?.fields ? { fields: body.fields } : {}),
  };
}

function secondsOf(retryAfter: string | null): number | null {
  const seconds = Number.parseInt(retryAfter ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
