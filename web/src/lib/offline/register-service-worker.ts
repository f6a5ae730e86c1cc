// Registers the service worker and asks it to cache what this visit has already loaded, so that the first page
// works offline too. Also done in data-saving mode: the worker's few kilobytes are saved again on the second visit.

import { workerUrl } from "../trusted-types";
import type { CacheMessage } from "./cache-message";

export function startOfflineCache(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") whenIdle(register);
  else addEventListener("load", () => whenIdle(register), { once: true });
}

/** Registering waits until the page is idle, so that it does not compete with the page's own files. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}

function register(): void {
  const { serviceWorker } = navigator;
  const urgent: CacheMessage = { type: "urgent" };
  // Fires when a worker takes control of a page that it did not load: on the first visit and after a release.
  serviceWorker.addEventListener("controllerchange", () => {
    const message: CacheMessage = { type: "cache", paths: loadedPaths() };
    serviceWorker.controller?.postMessage(message);
    serviceWorker.controller?.postMessage(urgent);
  });
  // Also on later visits: the first one may have ended too early, and an old text is renewed.
  void serviceWorker.ready.then(({ active }) => active?.postMessage(urgent));
  serviceWorker.register(workerUrl()).catch(() => {
    // Private windows and full disks reject workers; the site works without one.
  });
}

function loadedPaths(): string[] {
  const resources = performance.getEntriesByType("resource").map((entry) => entry.name);
  return [...new Set([location.href, ...resources])]
    .map((url) => new URL(url))
    .filter((url) => url.origin === location.origin)
    .map((url) => url.pathname);
}

/** True if the whole document of this page is in the offline cache. */
export async function isCached(path: string): Promise<boolean> {
  try {
    return (await caches.match(path)) !== undefined;
  } catch {
    return false;
  }
}
