// The two ways in which the service worker answers a request: from the cache or from the network first. Only responses
// with status 200 are cached: redirects and errors are not.

/** An event of the service worker, which stays alive until the promises are settled. */
export type LongLivedEvent = { waitUntil(promise: Promise<unknown>): void };

/** Caches a new response with `store`, or does not. Whoever reads the response clones it at once: the page reads it too. */
export type Keep = (response: Response, store: () => Promise<void>) => Promise<void>;

/** For files whose path changes with their content. */
export async function cacheFirst(
  event: LongLivedEvent,
  request: Request,
  cacheName: string,
): Promise<Response> {
  const cached = await caches.match(request, { cacheName });
  return cached ?? fetchAndCache(event, request, cacheName);
}

/** For what can change. After the timeout a cached response is used; without one, the network's is awaited. Rejects if
 * there is neither. */
export async function networkFirst(
  event: LongLivedEvent,
  request: Request,
  cacheName: string,
  timeoutMs: number,
  keep?: Keep,
): Promise<Response> {
  const fromCache = () => caches.match(request, { cacheName });
  const fromNetwork = fetchAndCache(event, request, cacheName, keep);
  // A response that comes after the timeout is still cached.
  event.waitUntil(fromNetwork.catch(() => undefined));
  const timeout = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs));
  try {
    return (await Promise.race([fromNetwork, timeout.then(fromCache)])) ?? (await fromNetwork);
  } catch (error) {
    const cached = await fromCache();
    if (!cached) throw error;
    return cached;
  }
}

async function fetchAndCache(
  event: LongLivedEvent,
  request: Request,
  cacheName: string,
  keep: Keep = (_, store) => store(),
): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 200) {
    const stored = response.clone();
    const store = async () => (await caches.open(cacheName)).put(request, stored);
    // A full disk must not fail the request: the page is then not available offline.
    event.waitUntil(keep(response, store).catch(() => undefined));
  }
  return response;
}
