import { afterEach, expect, test, vi } from "vitest";
import * as api from "./api";

function answering(response: Response | Error) {
  const call = vi.fn(async (_path: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal("fetch", call);
  return call;
}

const refusal = (status: number, error: object, headers: HeadersInit = {}) =>
  Response.json({ error }, { status, headers });

afterEach(() => vi.unstubAllGlobals());

test("a code goes into the address safely, whatever was typed", async () => {
  const call = answering(Response.json({ code: "EYE5-ABCD-1234", state: "good" }));
  const outcome = await api.lookUp("../me?x#y");
  expect(call.mock.calls[0]?.[0]).toBe("/api/desk/codes/..%2Fme%3Fx%23y");
  expect(outcome).toEqual({ ok: true, value: { code: "EYE5-ABCD-1234", state: "good" } });
});

test("sign-in sends the digits only when there are some", async () => {
  const call = answering(Response.json({ name: "ada" }));
  await api.login("ada", "secret", null);
  expect(call.mock.calls[0]?.[1].body).toBe('{"name":"ada","password":"secret"}');
  answering(Response.json({ name: "ada" }));
  const again = vi.mocked(fetch);
  await api.login("ada", "secret", "123456");
  expect(again.mock.calls[0]?.[1]?.body).toContain('"totp":"123456"');
});

test("an answer without words is done", async () => {
  answering(new Response(null, { status: 204 }));
  expect((await api.logout()).ok).toBe(true);
});

test.each([
  ["a lost session", refusal(401, { code: "signed_out", message: "Sign in." }), "signedOut"],
  ["a 401 without words", new Response("", { status: 401 }), "signedOut"],
  ["the wrong role", refusal(403, { code: "not_allowed", message: "No." }), "notAllowed"],
  ["a server in pieces", new Response("<h1>502</h1>", { status: 502 }), "broken"],
  ["a refusal without words", new Response("no", { status: 404 }), "broken"],
  [
    "half an answer",
    new Response("{", { headers: { "Content-Type": "application/json" } }),
    "broken",
  ],
  ["no network", new TypeError("Failed to fetch"), "unreachable"],
])("%s is a problem with its own name", async (_, response, kind) => {
  answering(response);
  expect(await api.me()).toEqual({ ok: false, problem: expect.objectContaining({ kind }) });
});

test.each(["wrong_login", "totp_needed", "totp_wrong"])(
  "%s refuses the sign-in and is no lost session",
  async (code) => {
    answering(refusal(401, { code, message: "Try again." }));
    expect(await api.login("ada", "guess", null)).toEqual({
      ok: false,
      problem: expect.objectContaining({ kind: "refused", code, message: "Try again." }),
    });
  },
);

test("a used code comes with when and by whom", async () => {
  const used = { code: "used", message: "Used.", usedAt: "2026-11-15T01:00:00Z", usedBy: "ngozi" };
  answering(refusal(409, used));
  expect(await api.redeem("EYE5-ABCD-1234")).toEqual({
    ok: false,
    problem: { kind: "refused", status: 409, ...used },
  });
});

test("being asked to slow down says for how long", async () => {
  const body = { code: "slow_down", message: "Slow down." };
  answering(refusal(429, body, { "Retry-After": "12" }));
  const asked = await api.lookUp("EYE5-ABCD-1234");
  expect(asked).toEqual({ ok: false, problem: { kind: "slowDown", seconds: 12 } });
});
