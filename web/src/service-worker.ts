// Makes what a visitor has seen work without a network, and nothing more: it fetches nothing ahead, since data costs
// money. Never answers for the API, the staff desk, or anything but GET.
import { CacheFirst, NetworkFirst, type Strategy } from "workbox-strategies";
import { dataInDocument, documentWithData } from "./lib/document";
import type { KeepMessage } from "./lib/keep-message";
import { offlinePage } from "./lib/offline-page";
import { homeOf, isAppPath } from "./lib/paths";

declare const self: ServiceWorkerGlobalScope;
/** The release's name, written in by the build. */
declare const __RELEASE__: string;

const PICTURES = "pictures";
/** What outlives its release is still in the browser's own cache, so nothing is fetched twice. */
const ASSETS = `assets-${__RELEASE__}`;
const PAGES = `pages-${__RELEASE__}`;
const DATA = `data-${__RELEASE__}`;

/** On a weak network a page from the cache now beats a fresh one in a minute. */
const PATIENCE_SECONDS = 4;

/** Pictures change their address with every edit; the oldest make room. All else goes with its release. */
const MOST_PICTURES = 80;

/** A redirect or a failure is worth nothing later. */
const whole = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 ? response : null,
};
const assets = new CacheFirst({ cacheName: ASSETS, plugins: [whole] });
const pictures = new CacheFirst({
  cacheName: PICTURES,
  plugins: [whole, { cacheDidUpdate: dropOldestPictures }],
});
const pages = new NetworkFirst({
  cacheName: PAGES,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [whole, { handlerDidError: ({ request }) => pageWithoutNetwork(request) }],
});
const data = new NetworkFirst({
  cacheName: DATA,
  networkTimeoutSeconds: PATIENCE_SECONDS,
  plugins: [whole, { handlerDidError: ({ request }) => dataWithoutNetwork(request) }],
});

/** The one table of what is kept and how; a path that is not in it is none of our business. */
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
  event.respondWith(strategy.handle({ event, request }));
});

self.addEventListener("install", () => {
  void self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOldReleases().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const message = event.data as KeepMessage;
  if (message.type !== "keep") return;
  event.waitUntil(Promise.all(message.paths.map((path) => keep(event, path))));
});

/** "force-cache" takes the bytes from the browser's own cache, where the page's load has just put them. */
async function keep(event: ExtendableEvent, path: string): Promise<void> {
  const strategy = strategyFor(path);
  if (!strategy) return;
  const request = new Request(path, { cache: "force-cache" });
  await strategy.handle({ event, request }).catch(() => undefined);
}

async function dropOldReleases(): Promise<void> {
  const kept = [ASSETS, PICTURES, PAGES, DATA];
  const names = await caches.keys();
  const gone = names.filter((name) => !kept.includes(name));
  await Promise.all(gone.map((name) => caches.delete(name)));
}

/** A cache lists its entries in the order in which they came. */
async function dropOldestPictures(): Promise<void> {
  const cache = await caches.open(PICTURES);
  const requests = await cache.keys();
  const excess = requests.slice(0, Math.max(0, requests.length - MOST_PICTURES));
  await Promise.all(excess.map((request) => cache.delete(request)));
}

/** A page seen only inside the app has left its data: any document of this release can carry it. */
async function pageWithoutNetwork(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (homeOf(pathname) !== pathname) return Response.redirect(homeOf(pathname));
  const json = await (await caches.match(`/data${pathname}.json`, { cacheName: DATA }))?.text();
  const documents = await caches.open(PAGES);
  const [carrier] = await documents.keys();
  const response = carrier && (await documents.match(carrier));
  const html = json && response && documentWithData(await response.text(), json);
  if (!html) return offlinePage();
  return new Response(html, { headers: response.headers });
}

/** A page seen as a document has its data inside. */
async function dataWithoutNetwork(request: Request): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/data|\.json$/g, "");
  const html = await (await caches.match(path, { cacheName: PAGES }))?.text();
  const json = html && dataInDocument(html);
  if (!json) return Response.error();
  return new Response(json, { headers: { "Content-Type": "application/json" } });
}
