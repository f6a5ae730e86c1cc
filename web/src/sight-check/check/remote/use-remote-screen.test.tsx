// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Accept, useRemoteScreen } from "./use-remote-screen";

type Call = { path: string; body: Record<string, unknown> };
let calls: Call[] = [];
let stream: ReadableStreamDefaultController<Uint8Array>;
let listeners = 0;
/** What the server says when the screen takes an answer. */
let taking: (() => Response)[] = [];

beforeEach(() => {
  [calls, taking, listeners] = [[], [], 0];
  vi.stubGlobal("fetch", async (path: string, init: RequestInit) => {
    const name = path.replace("/api/sight-check/remotes", "");
    calls.push({ path: name, body: JSON.parse(String(init.body)) });
    if (name === "") return Response.json({ screen: "screen", code: "CODE" });
    if (name === "/take") return (taking.shift() ?? (() => new Response(null, { status: 204 })))();
    if (name !== "/listen") return new Response(null, { status: 204 });
    listeners += 1;
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        stream = controller;
      },
    });
    init.signal?.addEventListener("abort", () => stream.error(new Error("aborted")));
    return new Response(body);
  });
  // Records like a call, also after the end of a test.
  const call = fetch;
  const sendBeacon = (path: string, body: Blob) => {
    void body.text().then((text) => call(path, { body: text }));
    return true;
  };
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { sendBeacon }));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const send = (text: string) => act(async () => stream.enqueue(new TextEncoder().encode(text)));
const taken = () => calls.filter(({ path }) => path === "/take").map(({ body }) => body);

async function listen(accept: Accept) {
  const hook = renderHook(() => useRemoteScreen(1, accept));
  await waitFor(() => expect(listeners).toBe(1));
  return hook;
}

test("an answer counts once, after the server knows that it is taken", async () => {
  const counted: string[] = [];
  await listen((answer) => () => {
    expect(taken()).toHaveLength(counted.length + 1);
    counted.push(answer);
  });
  await send("id: 1\ndata: up\n\n");
  await waitFor(() => expect(counted).toEqual(["up"]));
  await send("id: 1\ndata: up\n\n");
  await send("id: 2\ndata: left\n\n");
  await waitFor(() => expect(counted).toEqual(["up", "left"]));
  expect(taken().map(({ number, counts }) => [number, counts])).toEqual([
    [1, true],
    [2, true],
  ]);
});

test("an answer that the phone has withdrawn does not count", async () => {
  const counted: string[] = [];
  taking = [() => Response.json({ error: { code: "x", message: "no" } }, { status: 409 })];
  await listen((answer) => () => counted.push(answer));
  await send("id: 1\ndata: up\n\n");
  await send("id: 2\ndata: left\n\n");
  await waitFor(() => expect(counted).toEqual(["left"]));
});

test("an answer that would change nothing is reported as not counted", async () => {
  await listen(() => null);
  await send("id: 1\ndata: up\n\n");
  await waitFor(() => expect(taken()).toEqual([{ screen: "screen", number: 1, counts: false }]));
});

test("a phone that has left and a lost connection are told", async () => {
  const { result } = await listen(() => null);
  await send("event: joined\ndata:\n\n");
  await waitFor(() => expect(result.current.kind).toBe("joined"));
  await send("event: left\ndata:\n\n");
  await waitFor(() => expect(result.current.kind).toBe("left"));
  act(() => stream.error(new Error("lost")));
  await waitFor(() => expect(result.current.kind).toBe("lost"));
  await waitFor(() => expect(listeners).toBe(2));
  await send(":\n\n");
  await waitFor(() => expect(result.current.kind).toBe("left"));
});

test("the connection ends when the page is closed", async () => {
  await listen(() => null);
  dispatchEvent(new Event("pagehide"));
  await waitFor(() => expect(calls.at(-1)).toEqual({ path: "/end", body: { screen: "screen" } }));
});
