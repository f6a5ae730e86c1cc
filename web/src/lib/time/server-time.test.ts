// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const DAY_MS = 24 * 60 * 60_000;

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: new Date("2026-11-01T12:00:00Z") });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function offsetWith(fetch: () => Promise<Response>): Promise<number> {
  vi.stubGlobal("fetch", vi.fn(fetch));
  const { serverTimeOffset } = await import("./server-time");
  const offset = serverTimeOffset();
  await vi.advanceTimersByTimeAsync(10_000);
  return offset;
}

const answer = (date: string) => new Response(null, { headers: { date } });

test("a phone that is a day behind is corrected by the server's date", async () => {
  const offset = await offsetWith(async () => answer("Mon, 02 Nov 2026 12:00:00 GMT"));
  expect(offset).toBe(DAY_MS);
});

test.each([
  ["an answer without a valid date", async () => answer("yesterday")],
  ["a network error", async () => Promise.reject(new TypeError("Failed to fetch"))],
  ["no answer", () => new Promise<Response>(() => {})],
])("%s leaves the phone's clock as it is", async (_, fetch) => {
  expect(await offsetWith(fetch)).toBe(0);
});

test("the server is asked once", async () => {
  const fetch = vi.fn(async () => answer("Mon, 02 Nov 2026 12:00:00 GMT"));
  vi.stubGlobal("fetch", fetch);
  const { serverTimeOffset } = await import("./server-time");
  await Promise.all([serverTimeOffset(), serverTimeOffset()]);
  expect(fetch).toHaveBeenCalledOnce();
  expect(fetch).toHaveBeenCalledWith("/robots.txt", { method: "HEAD", cache: "no-store" });
});
