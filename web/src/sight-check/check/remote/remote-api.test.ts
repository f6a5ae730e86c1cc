import { afterEach, expect, test, vi } from "vitest";
import { asAction } from "./remote-answer";
import { listenOnce, parseEvent, type RemoteEvent, sendAnswer } from "./remote-api";

afterEach(() => vi.unstubAllGlobals());

test("events are read from pieces that end anywhere, and comments are skipped", async () => {
  const pieces = [":\n\nevent: joi", "ned\ndata:\n\ndata: u", "p\n\n:\n\ndata: undo\n", "\n"];
  const body = new ReadableStream({
    start(stream) {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
      stream.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const events: RemoteEvent[] = [];
  await listenOnce("key", (event) => events.push(event), new AbortController().signal);
  expect(events).toEqual([
    { name: "joined", data: "" },
    { name: "message", data: "up" },
    { name: "message", data: "undo" },
  ]);
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

test("only known answers become actions", () => {
  expect(asAction("left")).toEqual({ type: "answer", seen: "left" });
  expect(asAction("unseen")).toEqual({ type: "answer", seen: "unseen" });
  expect(asAction("undo")).toEqual({ type: "undo" });
  expect([asAction(""), asAction("stop"), asAction("constructor")]).toEqual([null, null, null]);
  expect(parseEvent(": nothing")).toBeNull();
});
