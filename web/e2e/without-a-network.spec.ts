import type { Page, Request } from "@playwright/test";
import { expect, heading, open, test } from "./visit";

test.beforeEach(({ trouble }) => {
  trouble.expect(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
});

/** The worker has taken over and has put away what this page was made of. */
async function kept(page: Page, path: string): Promise<void> {
  const isKept = (wanted: string) =>
    page.evaluate(async (path) => {
      const scripts = [...document.querySelectorAll<HTMLLinkElement>("link[rel=modulepreload]")];
      const addresses = [path, ...scripts.map((script) => script.href)];
      const found = await Promise.all(addresses.map((address) => caches.match(address)));
      return navigator.serviceWorker.controller !== null && !found.includes(undefined);
    }, wanted);
  await expect.poll(() => isKept(path), { timeout: 15_000 }).toBe(true);
}

test("the first page a visitor ever opened opens again without a network", async ({
  page,
  context,
}) => {
  await open(page, "/home");
  const words = await heading(page).textContent();
  await kept(page, "/home");
  await context.setOffline(true);
  await open(page, "/home");
  await expect(heading(page)).toHaveText(words ?? "");
});

test("keeping the first page for later fetches nothing twice", async ({ page, context }) => {
  const asked: Request[] = [];
  context.on("requestfinished", (request) => {
    if (request.serviceWorker()) asked.push(request);
  });
  await open(page, "/home");
  await kept(page, "/home");
  const paths = asked.map((request) => new URL(request.url()).pathname);
  expect(paths).toEqual(expect.arrayContaining(["/home"]));
  for (const request of asked) {
    expect((await request.sizes()).responseBodySize, request.url()).toBeLessThanOrEqual(0);
  }
});

test("a page seen inside the app opens as a document, and the other way about", async ({
  page,
  context,
}) => {
  await open(page, "/home");
  await kept(page, "/home");
  const menu = page.locator("header nav");
  await menu.getByRole("link", { name: "Our Team" }).click();
  await expect(page).toHaveURL("/team");
  await expect(heading(page)).toBeFocused();
  const [words, title] = [await heading(page).textContent(), await page.title()];
  await kept(page, "/data/team.json");

  await context.setOffline(true);
  await open(page, "/team");
  await expect(heading(page)).toHaveText(words ?? "");
  expect(await page.title()).toBe(title);
  await menu.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/home");
  await expect(heading(page)).not.toHaveText(words ?? "");
});

test("a page never opened says in plain words what to do", async ({ page, context, trouble }) => {
  trouble.expect(/status of 503/);
  await open(page, "/home");
  await kept(page, "/home");
  await context.setOffline(true);

  await page.locator("header nav").getByRole("link", { name: "Articles" }).click();
  await expect(page.getByText("You seem to be offline. Check your connection")).toBeVisible();

  const answer = await page.goto("/privacy");
  expect(answer?.status()).toBe(503);
  await expect(heading(page)).toHaveText("You are offline");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/home");

  await page.goto("/privacy");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading(page)).not.toHaveText("You are offline");
});

test("the worker leaves the API, the desk and files alone", async ({ page, context, trouble }) => {
  trouble.expect(/status of 40\d/);
  await open(page, "/home");
  await kept(page, "/home");
  await page.evaluate(() =>
    Promise.all(["/api/openapi.json", "/desk", "/robots.txt"].map((path) => fetch(path))),
  );
  await page.goto("/desk");
  const stored = await page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map((request) => new URL(request.url).pathname);
  });
  expect(stored.filter((path) => /^\/(api|desk|robots)/.test(path))).toEqual([]);
  await context.close();
});
