// Waits for the offline cache in browser tests.

import { expect, type Page } from "@playwright/test";

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
