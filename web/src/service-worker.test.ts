// The service worker of two releases, with a network and a cache that are replaced: what is left offline after a release.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { extractPageData } from "./lib/embedded-data";

const ORIGIN = location.origin;
const PAGE = "/visionTest/today";
const DATA = `/data${PAGE}.json`;
const PICTURE = "/pictures/17.svg";

let stored: Map<string, Map<string, Response>>;
/** The release that the server has. Null: there is no network. */
let online: string | null;
let worker: Worker;

type Listener = (event: unknown) => void;
type Worker = {
  activate(): Promise<void>;
  load(path: string): Promise<Response | undefined>;
};

const urlOf = (request: Request | string) =>
  new URL(typeof request === "string" ? request : request.url, ORIGIN).href;

function openCache(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    match: async (request: Request | string) => entries.get(urlOf(request))?.clone(),
    put: async (request: Request | string, response: Response) =>
      void entries.set(urlOf(request), response),
    add: async (path: string) => void entries.set(urlOf(path), await answer(path)),
    delete: async (path: string) => entries.delete(urlOf(path)),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
  };
}

/** Each release has its own script, and names it in its documents. */
async function answer(path: string): Promise<Response> {
  if (online === null) throw new TypeError("Failed to fetch");
  const json = JSON.stringify({
    build: online,
    page: path.includes(PAGE) ? { puzzle: { level: { image: { src: PICTURE } } } } : { kind: path },
  });
  if (path.startsWith("/data/")) return new Response(json);
  if (path.startsWith("/assets/")) {
    return path.includes(online) ? new Response(path) : new Response("", { status: 404 });
  }
  if (path.startsWith("/pictures/")) return new Response("picture");
  const scripts = `<script src="/assets/${online}.js"></script>`;
  return new Response(
    `${scripts}<div id="root">${path}</div><script id="page-data">${json}</script>`,
  );
}

async function startWorker(release: string): Promise<void> {
  const listeners = new Map<string, Listener>();
  const pending: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void pending.push(promise);
  const settled = async () => {
    for (const promise of pending) await promise;
  };
  vi.resetModules();
  vi.stubGlobal("__RELEASE__", release);
  vi.stubGlobal("self", {
    addEventListener: (type: string, listener: Listener) => listeners.set(type, listener),
    clients: { claim: async () => undefined },
  });
  // Not by a constant: the worker has types of its own.
  const file = "./service-worker.ts";
  await import(/* @vite-ignore */ file);
  worker = {
    async activate() {
      listeners.get("activate")?.({ waitUntil });
      await settled();
    },
    async load(path) {
      let response: Promise<Response> | undefined;
      const mode = /^\/(data|assets|pictures)\//.test(path) ? "cors" : "navigate";
      listeners.get("fetch")?.({
        request: { url: ORIGIN + path, method: "GET", mode },
        respondWith: (answer: Promise<Response>) => {
          response = answer;
        },
        waitUntil,
      });
      const loaded = await response?.catch(() => undefined);
      await settled();
      return loaded;
    },
  };
  await worker.activate();
}

/** A new release is published, and its worker takes over. */
async function publish(release: string): Promise<void> {
  online = release;
  await startWorker(release);
}

const text = async (path: string) => (await worker.load(path))?.text();
const buildOf = (json: string | undefined | null) => JSON.parse(json ?? "null")?.build;
const cacheNames = () => [...stored.keys()].sort();

beforeEach(async () => {
  stored = new Map();
  vi.stubGlobal("fetch", ({ url }: Request) => answer(new URL(url).pathname));
  vi.stubGlobal("caches", {
    keys: async () => [...stored.keys()],
    open: async (name: string) => openCache(name),
    delete: async (name: string) => stored.delete(name),
    match: async (request: Request, { cacheName }: MultiCacheQueryOptions = {}) => {
      const names = [...stored.keys()].filter((name) => !cacheName || name === cacheName);
      for (const name of names) {
        const found = stored.get(name)?.get(urlOf(request));
        if (found) return found.clone();
      }
      return undefined;
    },
  });
  await publish("first");
});

afterEach(() => vi.unstubAllGlobals());

test("a practice puzzle that was opened is played offline after a release, with its own scripts", async () => {
  await worker.load("/home");
  await worker.load(PAGE);
  await worker.load("/assets/first.js");
  await worker.load(PICTURE);
  await publish("second");
  online = null;
  expect(await text(PAGE)).toContain("/assets/first.js");
  expect(await text("/assets/first.js")).toBe("/assets/first.js");
  expect(await text(PICTURE)).toBe("picture");
  // The app of the new release sees by this that it has to load the document.
  expect(buildOf(await text(DATA))).toBe("first");
  // Other pages of the earlier release are gone, as before.
  expect((await worker.load("/home"))?.status).toBe(503);
  expect(cacheNames()).not.toContain("pages-pictures");
});

test("a practice puzzle that was opened inside the app is played offline after a release", async () => {
  await worker.load("/home");
  await worker.load(DATA);
  await worker.load("/assets/first.js");
  await publish("second");
  online = null;
  const html = await text(PAGE);
  expect(html).toContain("/assets/first.js");
  expect(extractPageData(html ?? "")).toContain(PICTURE);
  expect(buildOf(await text(DATA))).toBe("first");
});

test("the document of an earlier release is not filled with data of this one", async () => {
  await worker.load(PAGE);
  await publish("second");
  await worker.load("/data/team.json");
  online = null;
  expect((await worker.load("/team"))?.status).toBe(503);
});

test("the earlier release is left when this one has the puzzle", async () => {
  for (const path of [PAGE, DATA]) {
    await publish("first");
    await worker.load(PAGE);
    await publish("second");
    expect(cacheNames()).toContain("pages-first");
    await worker.load("/home");
    await worker.load(path);
    expect(cacheNames().filter((name) => name.endsWith("-first"))).toEqual([]);
    online = null;
    expect(await text(PAGE)).toContain("/assets/second.js");
  }
});

test("a release without the puzzle is left, and one of several with it stays", async () => {
  await worker.load("/home");
  await publish("second");
  expect(cacheNames().filter((name) => name.endsWith("-first"))).toEqual([]);
  await worker.load(PAGE);
  await publish("third");
  await worker.load("/home");
  await publish("fourth");
  expect(cacheNames().filter((name) => name.startsWith("pages-"))).toEqual([
    "pages-fourth",
    "pages-second",
  ]);
  online = null;
  expect(await text(PAGE)).toContain("/assets/second.js");
});

test("a file that two releases have stays when the earlier one is left", async () => {
  await worker.load(PAGE);
  await worker.load("/assets/first-and-second.js");
  await publish("second");
  await worker.load("/assets/first-and-second.js");
  await worker.load(PAGE);
  online = null;
  expect(await text("/assets/first-and-second.js")).toBe("/assets/first-and-second.js");
});

test("the newest page for emergencies is carried over", async () => {
  await worker.load(PAGE);
  await worker.load("/urgent");
  await publish("second");
  await worker.load("/urgent");
  await publish("third");
  online = null;
  expect(await text("/urgent")).toContain("/assets/second.js");
});
