// Owns the calls to the desk's API: one function a call, an outcome as a value, and no opinion about what the screen
// does with it. Throws only for bugs.

import type { Problem } from "./problem";
import type {
  AuditEntry,
  Code,
  Mail,
  MailState,
  MailTest,
  Me,
  Person,
  Role,
  StaffMember,
  Stats,
  TotpSecret,
} from "./types";

export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly problem: Problem };

const ROOT = "/api/desk/";
const PATIENCE_MS = 20_000;

/** Sign-in is refused with the same status as a lost session, but is no lost session. */
const REFUSED_LOGINS = ["wrong_login", "totp_needed", "totp_wrong"];

export const login = (name: string, password: string, totp: string | null) =>
  post<Me>("login", totp === null ? { name, password } : { name, password, totp });
export const logout = () => post<void>("logout");
export const logoutEverywhere = () => post<void>("logout-everywhere");
export const me = () => get<Me>("me");

export const lookUp = (code: string) => get<Code>(`codes/${encodeURIComponent(code)}`);
export const redeem = (code: string) => post<Code>(`codes/${encodeURIComponent(code)}/redeem`);
export const undo = (code: string) => post<Code>(`codes/${encodeURIComponent(code)}/undo`);

export const people = (query: string) =>
  get<{ people: Person[] }>(`people?query=${encodeURIComponent(query)}`);
export const openAddress = (code: string) => post<{ address: string }>(`people/${code}/open`);
export const resend = (code: string) => post<void>(`people/${code}/resend`);
export const extend = (code: string, days: number) =>
  post<Person>(`people/${code}/extend`, { days });
export const withdraw = (code: string) => post<Person>(`people/${code}/void`);
export const erase = (code: string) => call<void>("DELETE", `people/${code}`);

export const stats = (from: string, to: string) => get<Stats>(`stats?from=${from}&to=${to}`);
export const statsFile = (from: string, to: string) => `${ROOT}stats.csv?from=${from}&to=${to}`;
export const claimsFile = `${ROOT}claims.csv`;

export const mail = (state: MailState) => get<{ mail: Mail[] }>(`mail?state=${state}`);
export const retryMail = (id: Mail["id"]) => post<void>(`mail/${id}/retry`);
export const dropMail = (id: Mail["id"]) => post<void>(`mail/${id}/drop`);
export const testMail = (to: string) => post<MailTest>("mail/test", { to });
export const mailMessage = (id: Mail["id"]) => get<string>(`mail/${id}/message`);

export const staff = () => get<{ staff: StaffMember[] }>("staff");
export const addStaff = (name: string, role: Role, password: string) =>
  post<void>("staff", { name, role, password });
export const disableStaff = (name: string) =>
  post<void>(`staff/${encodeURIComponent(name)}/disable`);
export const enableStaff = (name: string) => post<void>(`staff/${encodeURIComponent(name)}/enable`);

export const changePassword = (old: string, fresh: string) =>
  post<void>("me/password", { old, new: fresh });
export const beginTotp = () => post<TotpSecret>("me/totp/begin");
export const confirmTotp = (code: string) =>
  post<{ recovery: string[] }>("me/totp/confirm", { code });
export const endTotp = (password: string) => post<void>("me/totp/off", { password });

export const audit = () => get<{ entries: AuditEntry[] }>("audit?limit=100");

function get<T>(path: string): Promise<Outcome<T>> {
  return call<T>("GET", path);
}

function post<T>(path: string, body?: unknown): Promise<Outcome<T>> {
  return call<T>("POST", path, body);
}

async function call<T>(method: string, path: string, body?: unknown): Promise<Outcome<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(ROOT + path, {
      method,
      cache: "no-store",
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      // Phones older than Chrome 103 lack it, and wait as long as their network does.
      signal: AbortSignal.timeout?.(PATIENCE_MS) ?? null,
    });
    text = await response.text();
  } catch {
    return { ok: false, problem: { kind: "unreachable" } };
  }
  if (!response.ok) return { ok: false, problem: problemOf(response, text) };
  const isJson = text !== "" && response.headers.get("content-type")?.includes("json");
  const value = isJson ? parse(text) : text;
  if (value === undefined) return { ok: false, problem: { kind: "broken" } };
  return { ok: true, value: value as T };
}

function problemOf(response: Response, text: string): Problem {
  const { status } = response;
  const answer = parse(text) as { error?: Record<string, unknown> } | undefined;
  const word = (name: string): string | null => {
    const value = answer?.error?.[name];
    return typeof value === "string" ? value : null;
  };
  const code = word("code") ?? "";
  const message = word("message");
  if (status === 401 && !REFUSED_LOGINS.includes(code)) return { kind: "signedOut" };
  if (status === 429) return { kind: "slowDown", seconds: waitOf(response) };
  if (status >= 500 || message === null) return { kind: "broken" };
  if (status === 403) return { kind: "notAllowed", message };
  return {
    kind: "refused",
    status,
    code,
    message,
    usedAt: word("usedAt"),
    usedBy: word("usedBy"),
  };
}

function waitOf(response: Response): number | null {
  const seconds = Number.parseInt(response.headers.get("retry-after") ?? "", 10);
  return Number.isNaN(seconds) ? null : seconds;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
