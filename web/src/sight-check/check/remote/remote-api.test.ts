import { afterEach, expect, test, vi } from "vitest";
import { asAction } from "./remote-answer";
import { listenOnce, parseEvent, type RemoteEvent, sendAnswer } from "./remote-api";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("events are read from pieces that end anywhere, and comments are skipped", async () => {
  const pieces = [
    ":\n\nevent: joi",
    "ned\ndata:\n\nid: 7\ndata: u",
    "p\n\n:\n\nid: 8\ndata: undo\n",
    "\n",
  ];
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const events: RemoteEvent[] = [];
  await listenOnce("key", (event) => events.push(event), new AbortController().signal);
  expect(events.filter(({ name }) => name !== "comment")).toEqual([
    { name: "joined", data: "", id: 0 },
    { name: "message", data: "up", id: 7 },
    { name: "message", data: "undo", id: 8 },
  ]);
});

test("a connection on which nothing arrives any more is given up", async () => {
  vi.useFakeTimers();
  let aborted = false;
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode(":\n\n"));
        signal?.addEventListener("abort", () => {
          aborted = true;
          stream.error(new DOMException("aborted", "AbortError"));
        });
      },
    });
    return new Response(body);
  });
  const listening = listenOnce("key", () => {}, new AbortController().signal);
  const failed = expect(listening).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(11_000);
  expect(aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  await failed;
  expect(aborted).toBe(true);
});

test("a call without a response is given up, and nobody knows whether it arrived", async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    "fetch",
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
      }),
  );
  const failed = expect(sendAnswer("key", 1, "up")).rejects.toMatchObject({ isUnknown: true });
  await vi.advanceTimersByTimeAsync(15_000);
  await failed;
});

test("the server's sentence is the message of a failure, and the key is not in the address", async () => {
  const message = "This connection has ended.";
  const fetch = vi.fn(async (_: string) =>
    Response.json({ error: { code: "expired", message } }, { status: 410 }),
  );
  vi.stubGlobal("fetch", fetch);
  await expect(sendAnswer("secret", 1, "up")).rejects.toMatchObject({ status: 410, message });
  expect(fetch.mock.calls[0]?.[0]).not.toContain("secret");
});

test("without a network a failure says what to do", async () => {
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("offline");
  });
  await expect(sendAnswer("key", 1, "up")).rejects.toMatchObject({
    status: 0,
    message: /try again/,
  });
});

test("only known answers become actions, for the letter that is shown", () => {
  const trial = { seen: "up", stroke: { pixels: 9, size: 0.4 } } as const;
  expect(asAction("left", { trial })).toEqual({ type: "answer", seen: "left", trial });
  expect(asAction("unseen", { trial })).toEqual({ type: "answer", seen: "unseen", trial });
  expect(asAction("undo", { trial })).toEqual({ type: "undo" });
  const unknown = ["", "stop", "constructor"].map((answer) => asAction(answer, { trial }));
  expect(unknown).toEqual([null, null, null]);
  expect(parseEvent(": nothing").name).toBe("comment");
});
