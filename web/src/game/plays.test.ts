import { afterEach, expect, test, vi } from "vitest";
import { finishPlay, startPlay } from "./plays";

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

function answering(response: Response | Error) {
  const call = vi.fn(async (_path: string, _init: RequestInit) => {
    if (response instanceof Error) throw response;
    return response;
  });
  vi.stubGlobal("fetch", call);
  return call;
}

afterEach(() => vi.unstubAllGlobals());

test("a start gives the play's token", async () => {
  const call = answering(json(201, { play: "token" }));
  expect(await startPlay()).toEqual({ kind: "started", play: "token" });
  expect(call.mock.calls[0]?.[0]).toBe("/api/plays");
});

test("a perfect finish gives a proof", async () => {
  const call = answering(json(200, { found: 11, total: 11, perfect: true, proof: "p" }));
  expect(await finishPlay("token", [[1], [2, 3], []])).toEqual({ kind: "finished", proof: "p" });
  const [path, init] = call.mock.calls[0] ?? [];
  expect(path).toBe("/api/plays/finish");
  expect(init?.body).toBe('{"play":"token","found":[[1],[2,3],[]]}');
});

test("a finish below eleven has no proof", async () => {
  answering(json(200, { found: 3, total: 11, perfect: false, proof: null }));
  expect(await finishPlay("token", [])).toEqual({ kind: "finished", proof: null });
});

test.each([
  ["an empty object", json(200, {})],
  ["a proof that is a number", json(200, { perfect: true, proof: 7 })],
  ["perfect without a proof", json(200, { perfect: true, proof: null })],
  ["a list", json(200, [])],
  ["a page instead of JSON", new Response("<!doctype html>")],
  ["a server error", new Response("down", { status: 503, headers: { "retry-after": "60" } })],
])("%s is broken", async (_, response) => {
  answering(response);
  expect(await finishPlay("token", [])).toEqual({ kind: "broken" });
});

test("a token that is no text is broken", async () => {
  answering(json(201, { play: null }));
  expect(await startPlay()).toEqual({ kind: "broken" });
});

test("no network is unreachable", async () => {
  answering(new TypeError("Failed to fetch"));
  expect(await startPlay()).toEqual({ kind: "unreachable" });
});

test.each([400, 403, 404, 409, 410, 422])("status %i refuses the game for good", async (status) => {
  answering(json(status, { error: "no" }));
  expect(await finishPlay("token", [])).toEqual({ kind: "refused" });
});

test("a game that came too soon says how long to wait", async () => {
  answering(json(422, { error: { code: "too_fast" } }, { "retry-after": "3" }));
  expect(await finishPlay("token", [])).toEqual({ kind: "tooSoon", seconds: 3 });
});

test("too many calls say how long to wait", async () => {
  answering(json(429, {}, { "retry-after": "12" }));
  expect(await startPlay()).toEqual({ kind: "tooSoon", seconds: 12 });
  answering(json(429, {}, { "retry-after": "soon" }));
  expect(await startPlay()).toEqual({ kind: "tooSoon", seconds: 5 });
});
