// Wakes the service worker once the page is in use, and hands it what this visit has already loaded, so that
// even the first page seen works without a network next time. Also for those who save data: the worker's few
// kilobytes come back with the second visit.
import type { KeepMessage } from "./keep-message";
import { workerUrl } from "./trusted";

export function keepForOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") whenIdle(register);
  else addEventListener("load", () => whenIdle(register), { once: true });
}

/** After the page is complete and quiet: a first visit's own files come first. */
function whenIdle(work: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: 5_000 });
  else setTimeout(work, 1_000);
}

function register(): void {
  const { serviceWorker } = navigator;
  // Fires when a worker takes over a page that it did not load: on the first visit and after a release.
  serviceWorker.addEventListener("controllerchange", () => {
    const message: KeepMessage = { type: "keep", paths: loadedPaths() };
    serviceWorker.controller?.postMessage(message);
  });
  serviceWorker.register(workerUrl()).catch(() => {
    // Private windows and full disks refuse workers; the site works without one.
  });
}

function loadedPaths(): string[] {
  const resources = performance.getEntriesByType("resource").map((entry) => entry.name);
  return [...new Set([location.href, ...resources])]
    .map((url) => new URL(url))
    .filter((url) => url.origin === location.origin)
    .map((url) => url.pathname);
}

/** Whether this page can be had whole, as a document, without a network. */
export async function isKept(path: string): Promise<boolean> {
  try {
    return (await caches.match(path)) !== undefined;
  } catch {
    return false;
  }
}
