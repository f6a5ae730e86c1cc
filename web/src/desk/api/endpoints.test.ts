import { afterEach, expect, test, vi } from "vitest";
import { ApiError, type ApiFailure } from "./api-error";
import * as api from "./endpoints";

function stubFetch(response: Response | Error) {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

const errorResponse = (status: number, error: object, headers: HeadersInit = {}) =>
  Response.json({ error }, { status, headers });

async function failureFrom(call: Promise<unknown>): Promise<ApiFailure> {
  const error = await call.then(
    () => expect.fail("the call succeeded"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return (error as ApiError).failure;
}

afterEach(() => vi.unstubAllGlobals());

test("a typed code is in the body, not in the URL", async () => {
  const fetch = stubFetch(Response.json({ code: "EYE5-ABCD-1234", state: "valid" }));
  const code = await api.lookUpCode("../me?x#y");
  expect(fetch.mock.calls[0]?.[0]).toBe("/api/desk/codes/look-up");
  expect(fetch.mock.calls[0]?.[1].body).toBe('{"code":"../me?x#y"}');
  expect(code).toEqual({ code: "EYE5-ABCD-1234", state: "valid" });
});

test("sign-in sends the 6-digit code only when there is one", async () => {
  const first = stubFetch(Response.json({ name: "ada" }));
  await api.signIn({ name: "ada", password: "secret" });
  expect(first.mock.calls[0]?.[1].body).toBe('{"name":"ada","password":"secret"}');
  const second = stubFetch(Response.json({ name: "ada" }));
  await api.signIn({ name: "ada", password: "secret", totp: "123456" });
  expect(second.mock.calls[0]?.[1].body).toContain('"totp":"123456"');
});

test("an empty response is a success", async () => {
  stubFetch(new Response(null, { status: 204 }));
  await expect(api.signOut()).resolves.toBeDefined();
});

test("a text response is returned as text", async () => {
  stubFetch(new Response("Subject: Your code", { headers: { "Content-Type": "text/plain" } }));
  expect(await api.readEmail("7")).toBe("Subject: Your code");
});

test.each([
  ["an expired session", errorResponse(401, { code: "signed_out", message: "No." }), "signedOut"],
  ["a 401 without a body", new Response("", { status: 401 }), "signedOut"],
  ["the wrong role", errorResponse(403, { code: "not_allowed", message: "No." }), "forbidden"],
  [
    "a missing confirmation",
    errorResponse(403, { code: "confirmation_needed", message: "No." }),
    "unconfirmed",
  ],
  ["a proxy's error page", new Response("<h1>502</h1>", { status: 502 }), "serverError"],
  ["a 404 without a message", new Response("no", { status: 404 }), "serverError"],
  [
    "truncated JSON",
    new Response("{", { headers: { "Content-Type": "application/json" } }),
    "serverError",
  ],
  ["no network", new TypeError("Failed to fetch"), "unreachable"],
])("%s is reported as its own failure", async (_, response, kind) => {
  stubFetch(response);
  expect((await failureFrom(api.getMe())).kind).toBe(kind);
});

test.each(["wrong_login", "totp_needed", "totp_wrong"])(
  "a 401 with %s rejects the sign-in and does not end a session",
  async (code) => {
    stubFetch(errorResponse(401, { code, message: "Try again." }));
    const failure = await failureFrom(api.signIn({ name: "ada", password: "guess" }));
    expect(failure).toMatchObject({ kind: "rejected", code, message: "Try again." });
  },
);

test("a used code is reported with time and user", async () => {
  const used = { code: "used", message: "Used.", usedAt: "2026-11-15T01:00:00Z", usedBy: "ngozi" };
  stubFetch(errorResponse(409, used));
  expect(await failureFrom(api.redeemCode("EYE5-ABCD-1234"))).toEqual({
    kind: "rejected",
    status: 409,
    ...used,
  });
});

test("a rate limit is reported with the server's message and Retry-After", async () => {
  const body = { code: "too_many_attempts", message: "Please wait 12 seconds." };
  stubFetch(errorResponse(429, body, { "Retry-After": "12" }));
  expect(await failureFrom(api.lookUpCode("EYE5-ABCD-1234"))).toEqual({
    kind: "rateLimited",
    message: "Please wait 12 seconds.",
    retryAfterSeconds: 12,
  });
});

test("the message of a server error is kept", async () => {
  stubFetch(errorResponse(503, { code: "shutting_down", message: "The server is about to stop." }));
  expect(await failureFrom(api.getMe())).toEqual({
    kind: "serverError",
    message: "The server is about to stop.",
  });
});
