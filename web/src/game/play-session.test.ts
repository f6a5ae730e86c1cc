// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Finished, PlayFailure, Started } from "./play-api";
import { createPlaySession as createSession, type PlayApi } from "./play-session";
import { NO_TOKENS, type PlayTokens } from "./saved-game";

const FOUND = [[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]];
const started: Started = { kind: "started", play: "token" };
const PLAYED = { spots: FOUND, pictures: ["/one.svg", "/two.svg", "/three.svg"] };
const perfect: Finished = { kind: "finished", proof: "proof" };
const offline: PlayFailure = { kind: "unreachable" };
const later: PlayFailure = { kind: "retryLater", seconds: 300, message: "Please wait." };

/** Returns the results in turn, then the last one for all further calls. */
function returning<T>(...results: T[]) {
  return vi.fn(async () => (results.length > 1 ? results.shift() : results[0]) as T);
}

const createPlaySession = (api: PlayApi, tokens: PlayTokens = NO_TOKENS, onTokens = vi.fn()) =>
  createSession(tokens, onTokens, api);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a finished game gets its proof", async () => {
  const finish = returning<Finished | PlayFailure>(perfect);
  const session = createPlaySession({ start: returning<Started | PlayFailure>(started), finish });
  session.finish(FOUND, PLAYED);
  expect(await session.requestProof()).toEqual({ kind: "proof", proof: "proof" });
  expect(finish).toHaveBeenCalledExactlyOnceWith("token", FOUND, PLAYED);
});

test("a failed start is retried with doubling delays until it succeeds", async () => {
  const start = returning<Started | PlayFailure>(
    offline,
    offline,
    { kind: "serverError" },
    started,
  );
  createPlaySession({ start, finish: returning<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(start).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2000);
  expect(start).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(3999);
  expect(start).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(start).toHaveBeenCalledTimes(4);
});

test("the next attempt starts as soon as the browser is online", async () => {
  const start = returning<Started | PlayFailure>(offline, started);
  createPlaySession({ start, finish: returning<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledTimes(2);
});

test("requesting the proof offline fails, and requesting it again later works", async () => {
  const start = returning<Started | PlayFailure>(offline, offline, offline, started);
  const session = createPlaySession({ start, finish: returning<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  session.finish(FOUND, PLAYED);
  await vi.advanceTimersByTimeAsync(0);
  expect(await session.requestProof()).toEqual(offline);
  expect(await session.requestProof()).toEqual({ kind: "proof", proof: "proof" });
});

test("two parallel requests for the proof cause one call", async () => {
  const finish = returning<Finished | PlayFailure>(perfect);
  const session = createPlaySession({ start: returning<Started | PlayFailure>(started), finish });
  session.finish(FOUND, PLAYED);
  await Promise.all([session.requestProof(), session.requestProof()]);
  expect(finish).toHaveBeenCalledTimes(1);
});

test("a short Retry-After is waited for", async () => {
  const finish = returning<Finished | PlayFailure>(
    {
      kind: "retryLater",
      seconds: 4,
      message: null,
    },
    perfect,
  );
  const session = createPlaySession({ start: returning<Started | PlayFailure>(started), finish });
  session.finish(FOUND, PLAYED);
  const proof = session.requestProof();
  await vi.advanceTimersByTimeAsync(4000);
  expect(await proof).toEqual({ kind: "proof", proof: "proof" });
});

test("a long Retry-After is returned to the caller", async () => {
  const finish = returning<Finished | PlayFailure>(later);
  const session = createPlaySession({ start: returning<Started | PlayFailure>(started), finish });
  session.finish(FOUND, PLAYED);
  expect(await session.requestProof()).toEqual(later);
});

test.each<[string, Finished | PlayFailure]>([
  ["rejected", { kind: "rejected" }],
  ["counted differently", { kind: "finished", proof: null }],
])("a game that the server %s is not submitted again", async (_, response) => {
  const finish = returning<Finished | PlayFailure>(response);
  const session = createPlaySession({ start: returning<Started | PlayFailure>(started), finish });
  session.finish(FOUND, PLAYED);
  expect(await session.requestProof()).toEqual({ kind: "rejected" });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await session.requestProof()).toEqual({ kind: "rejected" });
  expect(finish).toHaveBeenCalledTimes(1);
});

test("a closed session makes no more calls", async () => {
  const start = returning<Started | PlayFailure>(offline);
  const session = createPlaySession({ start, finish: returning<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  session.close();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(start).toHaveBeenCalledTimes(1);
});

test("a finish without a response is retried with the same play and spots", async () => {
  const start = returning<Started | PlayFailure>(started);
  const finish = returning<Finished | PlayFailure>(offline, { kind: "serverError" }, perfect);
  const session = createPlaySession({ start, finish });
  session.finish(FOUND, PLAYED);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(finish.mock.calls).toEqual(Array(3).fill(["token", FOUND, PLAYED]));
  expect(start).toHaveBeenCalledTimes(1);
  expect(await session.requestProof()).toEqual({ kind: "proof", proof: "proof" });
});

test("the tokens of a game are reported, so that they can be saved", async () => {
  const onTokens = vi.fn();
  const session = createPlaySession(
    {
      start: returning<Started | PlayFailure>(started),
      finish: returning<Finished | PlayFailure>(perfect),
    },
    NO_TOKENS,
    onTokens,
  );
  session.finish(FOUND, PLAYED);
  await session.requestProof();
  expect(onTokens.mock.calls).toEqual([
    [{ play: "token", proof: null }],
    [{ play: "token", proof: "proof" }],
  ]);
});

test("a saved game is continued without a second start, and a won one needs no call at all", async () => {
  const start = returning<Started | PlayFailure>(started);
  const finish = returning<Finished | PlayFailure>(perfect);
  const continued = createPlaySession({ start, finish }, { play: "saved", proof: null });
  continued.finish(FOUND, PLAYED);
  expect(await continued.requestProof()).toEqual({ kind: "proof", proof: "proof" });
  expect(finish).toHaveBeenCalledExactlyOnceWith("saved", FOUND, PLAYED);

  const won = createPlaySession({ start, finish }, { play: "saved", proof: "saved proof" });
  won.finish(FOUND, PLAYED);
  expect(await won.requestProof()).toEqual({ kind: "proof", proof: "saved proof" });
  expect(finish).toHaveBeenCalledOnce();
  expect(start).not.toHaveBeenCalled();
});
