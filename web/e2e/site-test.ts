// The Playwright test of this site. A console error or warning, an uncaught exception or a request to another host
// fails the test, unless the test allows it.
import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { pages } from "../src/generated/pages";
import { fillByEditing, NOT_IN_FIREFOX } from "./firefox";

export { expect };

/** The origin of the embedded map in the content. */
export const MAP = "https://www.openstreetmap.org";

type BrowserErrors = {
  /** Errors that match are expected in this test. */
  allow(pattern: RegExp): void;
};

/** What the tag of a test switches on. */
const WITH_SERVICE_WORKER = ["@journey", "@service-worker"];

export const test = base.extend<{ browserErrors: BrowserErrors; firefox: undefined }>({
  // Each test is a first visit. Starting the service worker costs up to a third of it, so only those tests have one that are about it, and the
  // journeys, because every visitor has one.
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  serviceWorkers: async ({}, use, { tags }) =>
    use(tags.some((tag) => WITH_SERVICE_WORKER.includes(tag)) ? "allow" : "block"),
  firefox: [
    async ({ context, browserName }, use, { title, skip }) => {
      if (browserName === "firefox") {
        const reason = NOT_IN_FIREFOX[title];
        skip(reason !== undefined, reason);
        await fillByEditing(context);
      }
      await use(undefined);
    },
    { auto: true },
  ],
  browserErrors: [
    async ({ context, baseURL }, use) => {
      const seen: string[] = [];
      // The frame of a preview runs no scripts. Something still tries to run one in it, probably the test tool itself.
      const allowed: RegExp[] = [
        /^error: Blocked script execution in 'about:blank' .* sandboxed/,
        /^warning: Service Worker registration blocked by Playwright/,
      ];
      const watch = (page: Page) => {
        page.on("console", (message) => {
          if (isProblem(message)) seen.push(`${message.type()}: ${textWithUrl(message)}`);
        });
        page.on("pageerror", (error) => seen.push(`exception: ${error.message}`));
      };
      context.on("page", watch);
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== baseURL && origin !== MAP) {
          seen.push(`foreign request: ${request.url()}`);
        }
      });
      await use({ allow: (pattern) => allowed.push(pattern) });
      const unexpected = seen.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect(unexpected, "no console message, exception or foreign request").toEqual([]);
    },
    { auto: true },
  ],
});

function isProblem(message: ConsoleMessage): boolean {
  return message.type() === "error" || message.type() === "warning";
}

function textWithUrl(message: ConsoleMessage): string {
  const { url } = message.location();
  return url ? `${message.text()} (${url})` : message.text();
}

/** The paths of all public pages with a fixed path. */
export const PAGES: string[] = pages
  .filter(({ kind, path }) => kind !== "not-found" && !path.includes("{"))
  .map(({ path }) => path);

/** The heading of the page on screen. */
export function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

/** Opens a page and waits until it is hydrated. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** React adds properties to the elements it manages; before that, the browser handles the links. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
}

/** Waits until the page has drawn and has nothing to do: what an observer or an event started has begun by then. */
export async function idle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await new Promise((done) => requestIdleCallback(done));
  });
}

/** Makes the browser report this connection. */
export async function reportConnection(
  page: Page,
  connection: { saveData: boolean; effectiveType: string },
): Promise<void> {
  await page.addInitScript((value) => {
    Object.defineProperty(navigator, "connection", { value });
  }, connection);
}

/** Loads an empty page instead of the map. Not for all tests: a route turns off the browser's cache. */
export async function stubMap(page: Page): Promise<void> {
  await page.route(`${MAP}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!doctype html><title>Map</title>" }),
  );
}
