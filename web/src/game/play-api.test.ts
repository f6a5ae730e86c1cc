import { afterEach, expect, test, vi } from "vitest";
import { finishPlay, startPlay } from "./play-api";

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

function stubFetch(response: Response | Error) {
  const call = vi.fn(async (_path: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal("fetch", call);
  return call;
}

const PLAYED = { spots: [[1], [2, 3], [4]], pictures: ["/a.svg"] };

afterEach(() => vi.unstubAllGlobals());

test("starting a play returns its token", async () => {
  const call = stubFetch(json(201, { play: "token" }));
  expect(await startPlay()).toEqual({ kind: "started", play: "token" });
  expect(call.mock.calls[0]?.[0]).toBe("/api/plays");
});

test("finishing a perfect game returns a proof", async () => {
  const call = stubFetch(json(200, { found: 11, total: 11, perfect: true, proof: "p" }));
  expect(await finishPlay("token", [[1], [2, 3], []], PLAYED)).toEqual({
    kind: "finished",
    proof: "p",
  });
  const [path, init] = call.mock.calls[0] ?? [];
  expect(path).toBe("/api/plays/finish");
  expect(init?.body).toBe(
    '{"play":"token","found":[[1],[2,3],[]],"spots":[[1],[2,3],[4]],"pictures":["/a.svg"]}',
  );
});

test("finishing with fewer than eleven found returns no proof", async () => {
  stubFetch(json(200, { found: 3, total: 11, perfect: false, proof: null }));
  expect(await finishPlay("token", [], PLAYED)).toEqual({ kind: "finished", proof: null });
});

test.each([
  ["an empty object", json(200, {})],
  ["a proof that is a number", json(200, { perfect: true, proof: 7 })],
  ["perfect without a proof", json(200, { perfect: true, proof: null })],
  ["a list", json(200, [])],
  ["HTML instead of JSON", new Response("<!doctype html>")],
  ["status 503", new Response("down", { status: 503, headers: { "retry-after": "60" } })],
])("%s is a server error", async (_, response) => {
  stubFetch(response);
  expect(await finishPlay("token", [], PLAYED)).toEqual({ kind: "serverError" });
});

test("a play token that is not a string is a server error", async () => {
  stubFetch(json(201, { play: null }));
  expect(await startPlay()).toEqual({ kind: "serverError" });
});

test("a network error is unreachable", async () => {
  stubFetch(new TypeError("Failed to fetch"));
  expect(await startPlay()).toEqual({ kind: "unreachable" });
});

test.each([400, 403, 404, 409, 410, 422])("status %i rejects the game", async (status) => {
  stubFetch(json(status, { error: "no" }));
  expect(await finishPlay("token", [], PLAYED)).toEqual({ kind: "rejected" });
});

test("a game that was too fast is retried after the time the server gives", async () => {
  stubFetch(json(422, { error: { code: "too_fast" } }, { "retry-after": "3" }));
  expect(await finishPlay("token", [], PLAYED)).toEqual({
    kind: "retryLater",
    seconds: 3,
    message: null,
  });
});

test("status 429 returns the waiting time and the server's message", async () => {
  const message = "Too many games from your network. Please try again in a minute.";
  stubFetch(json(429, { error: { code: "rate_limited", message } }, { "retry-after": "12" }));
  expect(await startPlay()).toEqual({ kind: "retryLater", seconds: 12, message });
});

test.each(["soon", "-1"])("Retry-After %s falls back to five seconds", async (retryAfter) => {
  stubFetch(json(429, {}, { "retry-after": retryAfter }));
  expect(await startPlay()).toEqual({ kind: "retryLater", seconds: 5, message: null });
});
