// A visit that tolerates no trouble: a console error or warning, an uncaught exception, or a request to another
// host fails the test, unless the test has said beforehand that it expects it.
import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";

export { expect };

type Trouble = {
  /** Says that what matches is part of this story. */
  expect(pattern: RegExp): void;
};

export const test = base.extend<{ trouble: Trouble }>({
  trouble: [
    async ({ context, baseURL }, use) => {
      const seen: string[] = [];
      const expected: RegExp[] = [];
      const watch = (page: Page) => {
        page.on("console", (message) => {
          if (isTrouble(message)) seen.push(`${message.type()}: ${wording(message)}`);
        });
        page.on("pageerror", (error) => seen.push(`exception: ${error.message}`));
      };
      context.on("page", watch);
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (protocol.startsWith("http") && origin !== baseURL) {
          seen.push(`foreign request: ${request.url()}`);
        }
      });
      await use({ expect: (pattern) => expected.push(pattern) });
      const unexpected = seen.filter((line) => !expected.some((pattern) => pattern.test(line)));
      expect(unexpected, "no console message, exception or foreign request").toEqual([]);
    },
    { auto: true },
  ],
});

function isTrouble(message: ConsoleMessage): boolean {
  return message.type() === "error" || message.type() === "warning";
}

function wording(message: ConsoleMessage): string {
  const { url } = message.location();
  return url ? `${message.text()} (${url})` : message.text();
}

/** Every public page, as a visitor would type it. */
export const PAGES = [
  "/home",
  "/services",
  "/outreaches",
  "/articles",
  "/about-us",
  "/team",
  "/visionTest",
  "/privacy",
];

/** The heading of the page on screen. */
export function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

/** Opens a page and waits until the app has taken it over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** React marks the elements that it owns; until then, links are the browser's. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
  );
}
