// The service worker: makes pages that a visitor has opened work offline. It prefetches only the text for emergencies,
// because mobile data costs money, and handles only GET requests outside the API and the staff desk.

import { canonicalPath, isAppPath } from "./lib/navigation/paths";
import type { CacheMessage } from "./lib/offline/cache-message";
import { cacheFirst, type LongLivedEvent, networkFirst } from "./lib/offline/cache-strategies";
import { keepPage } from "./lib/offline/daily-page";
import { extractPageData, replacePageData } from "./lib/offline/embedded-page-data";
import { needsUrgentText, offlinePage, urgentPage } from "./lib/offline/offline-page";

declare const self: ServiceWorkerGlobalScope;
/** The name of the release, set by build.mjs. */
declare const __RELEASE__: string;

const PICTURES = "pictures";
/** Named after the release: old caches are deleted. Unchanged files are still in the browser's HTTP cache. */
const ASSETS = `assets-${__RELEASE__}`;
const PAGES = `pages-${__RELEASE__}`;
const DATA = `data-${__RELEASE__}`;
const NAMES = { pages: PAGES, data: DATA, pictures: PICTURES };

/** Not from the list of pages, which would be part of this script. */
const URGENT = "/urgent";

/** On a weak network, a cached page now is better than a fresh one in a minute. */
const NETWORK_TIMEOUT_MS = 4_000;

/** Pictures have a new path after each edit and are kept across releases, so their number is limited. */
const MAX_PICTURES = 80;

type Strategy = (event: LongLivedEvent, request: Request) => Promise<Response>;

const assets: Strategy = (event, request) => cacheFirst(event, request, ASSETS);

const pictures: Strategy = async (event, request) => {
  const response = await cacheFirst(event, request, PICTURES);
  event.waitUntil(deleteOldestPictures());
  return response;
};

const pages: Strategy = (event, request) =>
  fromNetwork(event, request, PAGES).catch(() => offlineDocument(request));

const data: Strategy = (event, request) =>
  fromNetwork(event, request, DATA).catch(() => offlineData(request));

const fromNetwork = (event: LongLivedEvent, request: Request, cacheName: string) =>
  networkFirst(event, request, cacheName, NETWORK_TIMEOUT_MS, (response, store) =>
    keepPage(new URL(request.url).pathname, response, store, NAMES),
  );

/** How each path is cached; undefined means that the browser handles the request. */
function strategyFor(path: string): Strategy | undefined {
  if (path.startsWith("/assets/")) return assets;
  if (path.startsWith("/pictures/")) return pictures;
  if (path.startsWith("/data/")) return data;
  return isAppPath(path) ? pages : undefined;
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  const strategy = strategyFor(pathname);
  if (!strategy || (strategy === pages && request.mode !== "navigate")) return;
  event.respondWith(strategy(event, request));
});

self.addEventListener("install", () => {
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(deleteOldReleases().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const message = event.data as CacheMessage;
  const work: () => Promise<unknown> =
    message.type === "urgent"
      ? keepUrgentText
      : () => Promise.all(message.paths.map((path) => cachePath(event, path)));
  // One after the other: the page for emergencies must not be loaded twice, nor its text replace the document that was opened.
  keeping = keeping.then(work).catch(() => undefined);
  event.waitUntil(keeping);
});

let keeping: Promise<unknown> = Promise.resolve();

/** Somebody with a chemical in the eye may have no network. */
async function keepUrgentText(): Promise<void> {
  const cache = await caches.open(PAGES);
  if (!needsUrgentText(await cache.match(URGENT), Date.now())) return;
  const response = await fetch(`${URGENT}.txt`, { cache: "no-cache" });
  if (response.status !== 200) return;
  const page = urgentPage(await response.text(), response.headers.get("date") ?? "");
  // The page itself may have been opened meanwhile.
  if (needsUrgentText(await cache.match(URGENT), Date.now())) await cache.put(URGENT, page);
}

/** "force-cache" reads from the browser's HTTP cache, which has these files from loading the page. */
async function cachePath(event: ExtendableEvent, path: string): Promise<void> {
  const strategy = strategyFor(path);
  if (!strategy) return;
  const request = new Request(path, { cache: "force-cache" });
  const stored: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => {
    stored.push(promise);
    event.waitUntil(promise);
  };
  await strategy({ waitUntil }, request).catch(() => undefined);
  await Promise.allSettled(stored);
}

async function deleteOldReleases(): Promise<void> {
  const current = [ASSETS, PICTURES, PAGES, DATA];
  const names = await caches.keys();
  const old = names.filter((name) => !current.includes(name));
  // Until the new release has loaded its own: without a network, an old text helps more than none.
  const pages = await caches.open(PAGES);
  for (const cacheName of old) {
    const urgent = await caches.match(URGENT, { cacheName });
    if (urgent && !(await pages.match(URGENT))) await pages.put(URGENT, urgent);
  }
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A cache lists its entries in the order in which they were added. */
async function deleteOldestPictures(): Promise<void> {
  const cache = await caches.open(PICTURES);
  const requests = await cache.keys();
  const excess = requests.slice(0, Math.max(0, requests.length - MAX_PICTURES));
  await Promise.all(excess.map((request) => cache.delete(request)));
}

/** For a page that was opened only inside the app, its cached data is put into any cached document. */
async function offlineDocument(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (canonicalPath(pathname) !== pathname) return Response.redirect(canonicalPath(pathname));
  const json = await (await caches.match(`/data${pathname}.json`, { cacheName: DATA }))?.text();
  const documents = await caches.open(PAGES);
  // Not the one for emergencies, which may be only text.
  const anyDocument = (await documents.keys()).find(({ url }) => !url.endsWith(URGENT));
  const response = anyDocument && (await documents.match(anyDocument));
  const html = json && response && replacePageData(await response.text(), json);
  if (!html) return offlinePage();
  return new Response(html, { headers: response.headers });
}

/** For a page that was opened as a document, the data is read from the cached document. */
async function offlineData(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/data|\.json$/g, "");
  const html = await (await caches.match(path, { cacheName: PAGES }))?.text();
  const json = html && extractPageData(html);
  if (!json) return Response.error();
  return new Response(json, { headers: { "Content-Type": "application/json" } });
}
