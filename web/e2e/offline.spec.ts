import { cached } from "./cached-page";
import { expect, heading, open, test } from "./site-test";

test.use({ serviceWorkers: "allow" });

test.beforeEach(({ browserErrors }) => {
  browserErrors.allow(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
});

test("a visitor opens the first page of the first visit again offline", {
  tag: "@journey",
}, async ({ page, context }) => {
  await open(page, "/home");
  const text = await heading(page).textContent();
  await cached(page, "/home");
  await context.setOffline(true);
  await open(page, "/home");
  await expect(heading(page)).toHaveText(text ?? "");
});

test("caching the first page transfers nothing twice", async ({ page, context }) => {
  await open(page, "/home");
  await cached(page, "/home");
  const [worker] = context.serviceWorkers();
  const fetched = await worker?.evaluate(() =>
    (performance.getEntriesByType("resource") as PerformanceResourceTiming[]).map((entry) => ({
      path: new URL(entry.name).pathname,
      bytes: entry.transferSize,
    })),
  );
  expect(fetched?.map(({ path }) => path)).toEqual(expect.arrayContaining(["/home"]));
  // 300 is what browsers state for the headers of a response that they had and checked. The text for emergencies is new.
  const loaded = fetched?.filter(({ path, bytes }) => bytes > 300 && path !== "/urgent.txt");
  expect(loaded).toEqual([]);
});

test("a page opened inside the app can be loaded as a document offline, and the reverse", {
  tag: "@journey",
}, async ({ page, context }) => {
  await open(page, "/home");
  await cached(page, "/home");
  const menu = page.locator("header nav");
  await menu.getByRole("link", { name: "Our Team" }).click();
  await expect(page).toHaveURL("/team");
  await expect(heading(page)).toBeFocused();
  const [text, title] = [await heading(page).textContent(), await page.title()];
  await cached(page, "/data/team.json");

  await context.setOffline(true);
  await open(page, "/team");
  await expect(heading(page)).toHaveText(text ?? "");
  expect(await page.title()).toBe(title);
  await menu.getByRole("link", { name: "Home", exact: true }).click();
  await expect(page).toHaveURL("/home");
  await expect(heading(page)).not.toHaveText(text ?? "");
});

test("a visitor who opens an uncached page offline reads what to do", { tag: "@journey" }, async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 503/);
  await open(page, "/home");
  await cached(page, "/home");
  await context.setOffline(true);

  await page.locator("header nav").getByRole("link", { name: "Articles" }).click();
  await expect(page.getByText("You seem to be offline. Check your connection")).toBeVisible();

  const response = await page.goto("/privacy");
  expect(response?.status()).toBe(503);
  await expect(heading(page)).toHaveText("You are offline");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/home");

  await page.goto("/privacy");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(heading(page)).not.toHaveText("You are offline");
});

test("the service worker does not cache the API, the desk or other files", async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.allow(/status of 40\d/);
  await open(page, "/home");
  await cached(page, "/home");
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
