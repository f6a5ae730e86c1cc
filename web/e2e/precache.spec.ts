// The text for emergencies is on every device after the first visit to any page, within the data budgets. The bytes are
// counted at the server, because the browser's tools do not see the requests of a service worker.
import type { Page } from "@playwright/test";
import { cached, firstVisitIsOver } from "./cached-page";
import { type CountingProxy, startCountingProxy } from "./counting-proxy";
import { pathsOf, untilFullyCompressed } from "./full-compression";
import { address } from "./shared-server";
import { expect, heading, open, reportConnection, test as siteTest } from "./site-test";

const test = siteTest.extend<{ counter: CountingProxy }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  counter: async ({}, use) => {
    const proxy = await startCountingProxy(address);
    await use(proxy);
    await proxy.close();
  },
  baseURL: ({ counter }, use) => use(counter.address),
});

test.use({ serviceWorkers: "allow" });

const MAX_VISIT_BYTES = 110_000;
/** On connections that save data or are slow. */
const MAX_SMALL_VISIT_BYTES = 45_000;
/** What every first visit spends on emergencies, headers included. */
const MAX_TEXT_BYTES = 4_000;

const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map((request) => new URL(request.url).pathname);
  });

for (const [name, limit, connection] of [
  ["a fast connection", MAX_VISIT_BYTES, { saveData: false, effectiveType: "4g" }],
  ["data saving", MAX_SMALL_VISIT_BYTES, { saveData: true, effectiveType: "4g" }],
  ["2g", MAX_SMALL_VISIT_BYTES, { saveData: false, effectiveType: "2g" }],
  ["3g", MAX_SMALL_VISIT_BYTES, { saveData: false, effectiveType: "3g" }],
] as const) {
  test(`a first visit to /home, with the text for emergencies, stays within its budget with ${name}`, async ({
    page,
    counter,
  }) => {
    test.setTimeout(240_000);
    const paths = [...(await pathsOf(page.request, "/home")), "/urgent.txt"];
    await untilFullyCompressed(page.request, paths);
    await reportConnection(page, connection);
    await page.goto("/home");
    await firstVisitIsOver(page);
    expect(counter.sent()).toBeLessThanOrEqual(limit);
  });
}

test("the text for emergencies is small", async ({ page, counter }) => {
  await untilFullyCompressed(page.request, ["/urgent.txt"]);
  const before = counter.sent();
  await page.request.get("/urgent.txt", { headers: { "accept-encoding": "br" } });
  expect(counter.sent() - before).toBeGreaterThan(1_000);
  expect(counter.sent() - before).toBeLessThanOrEqual(MAX_TEXT_BYTES);
});

test("the text for emergencies is loaded after the page, and once", async ({ page, context }) => {
  await page.goto("/home");
  await expect.poll(() => cachedPaths(page)).toContain("/urgent");
  const loaded = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
    return performance.timeOrigin + (entry?.loadEventEnd ?? Number.POSITIVE_INFINITY);
  });
  const [worker] = context.serviceWorkers();
  const requests = await worker?.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith("/urgent.txt"))
      .map(({ startTime }) => performance.timeOrigin + startTime),
  );
  expect(requests).toHaveLength(1);
  expect(requests?.[0]).toBeGreaterThan(loaded);
});

test.describe("offline after a visit to another page", () => {
  test.beforeEach(({ browserErrors }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
    browserErrors.allow(/Failed to fetch dynamically imported module/);
  });

  test("a visitor reads the list, most urgent first", async ({ page, context }) => {
    await page.goto("/team");
    await expect.poll(() => cachedPaths(page)).toContain("/urgent");
    await context.setOffline(true);
    await page.goto("/urgent");
    await expect(heading(page)).toHaveText("Is it urgent?");
    await expect(page.getByText("Go to a hospital with an eye department now.")).toBeVisible();
    await expect(page.getByRole("heading", { level: 2 }).first()).toHaveText("Go to hospital now");
    await expect(page.getByRole("heading", { level: 3 })).toHaveCount(25);
  });

  test("a visitor who has opened the page answers the questions", async ({ page, context }) => {
    await open(page, "/urgent");
    await cached(page, "/urgent");
    // It may have been made from its text before: the document comes later.
    const isDocument = () =>
      page.evaluate(async () => !(await caches.match("/urgent"))?.headers.has("x-made-from-text"));
    await expect.poll(isDocument).toBe(true);
    await context.setOffline(true);
    await open(page, "/urgent");
    await page.getByRole("link", { name: "Start the questions" }).click();
    await page.getByRole("button", { name: "Yes" }).click();
    await expect(heading(page)).toHaveText("Go to a hospital with an eye department now");
    await expect(page.getByRole("timer")).toHaveText("20:00");
  });

  test("a visitor follows the line in the header of a page that is open", async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, "/team");
    await expect.poll(() => cachedPaths(page)).toContain("/urgent");
    await context.setOffline(true);
    await page.getByRole("banner").getByRole("link", { name: "Is it urgent?" }).click();
    await expect(page).toHaveURL("/urgent");
    await expect(page.getByRole("heading", { name: "Go to hospital now" })).toBeVisible();
  });

  test("the page that is not there leads to the one that is", async ({
    page,
    context,
    browserErrors,
  }) => {
    browserErrors.allow(/status of 503/);
    await page.goto("/home");
    await expect.poll(() => cachedPaths(page)).toContain("/urgent");
    await context.setOffline(true);
    await page.goto("/privacy");
    await expect(heading(page)).toHaveText("You are offline");
    await page.getByRole("link", { name: "Is it urgent?" }).click();
    await expect(heading(page)).toHaveText("Is it urgent?");
  });
});
