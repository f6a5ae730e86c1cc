import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cacheFirst, networkFirst } from "./cache-strategies";

const TIMEOUT_MS = 4_000;
const request = new Request("https://clinic.example/home");

let stored: Map<string, Response>;
let pending: Promise<unknown>[];
const event = { waitUntil: (promise: Promise<unknown>) => void pending.push(promise) };

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  pending = [];
  vi.stubGlobal("caches", {
    match: async ({ url }: Request) => stored.get(url)?.clone(),
    open: async () => ({
      put: async ({ url }: Request, response: Response) => void stored.set(url, response),
    }),
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answers after a time; without a response the network is down. */
function stubNetwork(response: Response | null, ms = 0) {
  const fetch = vi.fn(async () => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (!response) throw new TypeError("Failed to fetch");
    return response.clone();
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

async function textOf(response: Promise<Response>): Promise<string> {
  const text = response.then((it) => it.text());
  text.catch(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  await Promise.all(pending);
  return text;
}

test("a file is fetched once and then comes from the cache", async () => {
  const fetch = stubNetwork(new Response("new"));
  expect(await textOf(cacheFirst(event, request, "assets"))).toBe("new");
  expect(await textOf(cacheFirst(event, request, "assets"))).toBe("new");
  expect(fetch).toHaveBeenCalledOnce();
});

test("an error response is not cached", async () => {
  stubNetwork(new Response("busy", { status: 503 }));
  expect(await textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).toBe("busy");
  expect(stored.size).toBe(0);
});

test("the network comes before the cache", async () => {
  stored.set(request.url, new Response("old"));
  stubNetwork(new Response("new"));
  expect(await textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).toBe("new");
});

test("a slow network is replaced by the cache, and its late response is cached", async () => {
  stored.set(request.url, new Response("old"));
  stubNetwork(new Response("new"), TIMEOUT_MS + 1_000);
  expect(await textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).toBe("old");
  expect(await stored.get(request.url)?.text()).toBe("new");
});

test("what is done with a new response is up to the caller, and others are not cached", async () => {
  const keep = vi.fn(async (response: Response, store: () => Promise<void>) => {
    if ((await response.clone().text()) === "new") return store();
    throw new Error("not this one");
  });
  const load = () => textOf(networkFirst(event, request, "pages", TIMEOUT_MS, keep));
  stubNetwork(new Response("new"));
  expect(await load()).toBe("new");
  stubNetwork(new Response("newer"));
  expect(await load()).toBe("newer");
  expect(await stored.get(request.url)?.clone().text()).toBe("new");
  expect(keep).toHaveBeenCalledTimes(2);
  stubNetwork(null);
  expect(await load()).toBe("new");
  stubNetwork(new Response("busy", { status: 503 }));
  expect(await load()).toBe("busy");
  expect(keep).toHaveBeenCalledTimes(2);
});

test("a full disk does not fail the request", async () => {
  vi.stubGlobal("caches", {
    open: async () => {
      throw new DOMException("full", "QuotaExceededError");
    },
  });
  stubNetwork(new Response("new"));
  expect(await textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).toBe("new");
});

test("a slow network without a cached response is awaited", async () => {
  stubNetwork(new Response("new"), TIMEOUT_MS + 1_000);
  expect(await textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).toBe("new");
});

test("without a network the cached response is used, and without both it fails", async () => {
  stubNetwork(null);
  await expect(textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).rejects.toThrow();
  stored.set(request.url, new Response("old"));
  expect(await textOf(networkFirst(event, request, "pages", TIMEOUT_MS))).toBe("old");
});
