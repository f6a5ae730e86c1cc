// Waits for the offline cache in browser tests.

import { expect, type Page } from "@playwright/test";
import { idle } from "./site-test";

/** Waits until the service worker controls the page and has cached this path and the page's scripts. */
export async function cached(page: Page, path: string): Promise<void> {
  const isCached = (wanted: string) =>
    page.evaluate(async (path) => {
      const scripts = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
      const urls = [path, ...scripts.map((script) => script.href)];
      const found = await Promise.all(urls.map((url) => caches.match(url)));
      return navigator.serviceWorker.controller !== null && !found.includes(undefined);
    }, wanted);
  await expect.poll(() => isCached(path)).toBe(true);
}

/** Waits for the last thing that a first visit does: the service worker has kept what the page has loaded, and the text for
 * emergencies. */
export async function firstVisitIsOver(page: Page): Promise<void> {
  const missing = () =>
    page.evaluate(async () => {
      const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
      const kept = loaded
        .filter(({ origin }) => origin === location.origin)
        .map(({ pathname }) => pathname)
        .filter((path) => /^\/(assets|pictures|data)\//.test(path));
      const paths = [location.pathname, "/urgent", ...kept];
      const found = await Promise.all(paths.map((path) => caches.match(path)));
      return paths.filter((_, index) => found[index] === undefined);
    });
  await page.waitForLoadState("load");
  await expect.poll(missing).toEqual([]);
  await idle(page);
}
