import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Finished, PlayFailure, Started } from "./plays";
import { openSession } from "./session";

const FOUND = [[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5]];
const started: Started = { kind: "started", play: "token" };
const perfect: Finished = { kind: "finished", proof: "proof" };
const offline: PlayFailure = { kind: "unreachable" };

/** Answers in turn; the last one for good. */
function saying<T>(...answers: T[]) {
  return vi.fn(async () => (answers.length > 1 ? answers.shift() : answers[0]) as T);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a finished game is proved", async () => {
  const finish = saying<Finished | PlayFailure>(perfect);
  const session = openSession({ start: saying<Started | PlayFailure>(started), finish });
  session.finish(FOUND);
  expect(await session.prove()).toEqual({ kind: "proved", proof: "proof" });
  expect(finish).toHaveBeenCalledExactlyOnceWith("token", FOUND);
});

test("the start is asked for again, ever more patiently, until it is had", async () => {
  const start = saying<Started | PlayFailure>(offline, offline, { kind: "broken" }, started);
  openSession({ start, finish: saying<Finished | PlayFailure>(perfect) });
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

test("the network's return wakes it at once", async () => {
  const start = saying<Started | PlayFailure>(offline, started);
  openSession({ start, finish: saying<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("online"));
  await vi.advanceTimersByTimeAsync(0);
  expect(start).toHaveBeenCalledTimes(2);
});

test("asking for the proof while offline says so, and asking again later works", async () => {
  const start = saying<Started | PlayFailure>(offline, offline, offline, started);
  const session = openSession({ start, finish: saying<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  session.finish(FOUND);
  await vi.advanceTimersByTimeAsync(0);
  expect(await session.prove()).toEqual(offline);
  expect(await session.prove()).toEqual({ kind: "proved", proof: "proof" });
});

test("two who ask at once cause one call", async () => {
  const finish = saying<Finished | PlayFailure>(perfect);
  const session = openSession({ start: saying<Started | PlayFailure>(started), finish });
  session.finish(FOUND);
  await Promise.all([session.prove(), session.prove()]);
  expect(finish).toHaveBeenCalledTimes(1);
});

test("a short request for patience is waited out", async () => {
  const finish = saying<Finished | PlayFailure>({ kind: "tooSoon", seconds: 4 }, perfect);
  const session = openSession({ start: saying<Started | PlayFailure>(started), finish });
  session.finish(FOUND);
  const proof = session.prove();
  await vi.advanceTimersByTimeAsync(4000);
  expect(await proof).toEqual({ kind: "proved", proof: "proof" });
});

test("a long request for patience is told", async () => {
  const finish = saying<Finished | PlayFailure>({ kind: "tooSoon", seconds: 300 });
  const session = openSession({ start: saying<Started | PlayFailure>(started), finish });
  session.finish(FOUND);
  expect(await session.prove()).toEqual({ kind: "tooSoon", seconds: 300 });
});

test.each<[string, Finished | PlayFailure]>([
  ["refused", { kind: "refused" }],
  ["counted differently", { kind: "finished", proof: null }],
])("a game that the server %s is not handed in again", async (_, answer) => {
  const finish = saying<Finished | PlayFailure>(answer);
  const session = openSession({ start: saying<Started | PlayFailure>(started), finish });
  session.finish(FOUND);
  expect(await session.prove()).toEqual({ kind: "refused" });
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(await session.prove()).toEqual({ kind: "refused" });
  expect(finish).toHaveBeenCalledTimes(1);
});

test("a closed session asks no more", async () => {
  const start = saying<Started | PlayFailure>(offline);
  const session = openSession({ start, finish: saying<Finished | PlayFailure>(perfect) });
  await vi.advanceTimersByTimeAsync(0);
  session.close();
  await vi.advanceTimersByTimeAsync(1_000_000);
  expect(start).toHaveBeenCalledTimes(1);
});

test("a finish whose answer was lost is handed in again, the same game with the same spots", async () => {
  const start = saying<Started | PlayFailure>(started);
  const finish = saying<Finished | PlayFailure>(offline, { kind: "broken" }, perfect);
  const session = openSession({ start, finish });
  session.finish(FOUND);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(finish.mock.calls).toEqual(Array(3).fill(["token", FOUND]));
  expect(start).toHaveBeenCalledTimes(1);
  expect(await session.prove()).toEqual({ kind: "proved", proof: "proof" });
});
