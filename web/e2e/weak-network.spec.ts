import { expect, heading, hydrated, idle, open, test } from "./site-test";

// The service worker would answer requests that must fail in these tests.
test.use({ serviceWorkers: "block" });

const MENU = "header nav";

test("a visitor sees Loading... while a page loads slowly", async ({ page }) => {
  await open(page, "/home");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/data/team.json", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByRole("main").getByText("Loading...", { exact: true })).toBeVisible();
  release();
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText("Loading...")).toBeHidden();
});

test("a visitor who clicks another link while waiting gets the second page", async ({ page }) => {
  await open(page, "/home");
  const releases: (() => void)[] = [];
  let ended = 0;
  for (const event of ["requestfinished", "requestfailed"] as const) {
    page.on(event as "requestfinished", (request) => {
      if (request.url().endsWith("/data/team.json")) ended += 1;
    });
  }
  await page.route("**/data/team.json", async (route) => {
    await new Promise<void>((resolve) => releases.push(resolve));
    await route.continue().catch(() => {});
  });
  await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByText("Loading...")).toBeVisible();
  await page.locator(MENU).getByRole("link", { name: "Services" }).click();
  await expect(page).toHaveURL("/services");
  await expect(heading(page)).toBeFocused();
  const title = await page.title();
  for (const release of releases) release();
  await expect.poll(() => ended).toBeGreaterThan(0);
  await idle(page);
  await expect(page).toHaveURL("/services");
  expect(await page.title()).toBe(title);
});

for (const [what, file] of [
  ["script", /\/assets\/team-[^/]*\.js$/],
  ["style sheet", /\/assets\/team-[^/]*\.css$/],
] as const) {
  test(`a visitor can retry a page whose ${what} fails to load`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_FAILED/);
    await open(page, "/home");
    await page.route(file, (route) => route.abort());
    await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
    await expect(heading(page)).toHaveText("This page did not load");
    await expect(heading(page)).toBeFocused();
    await expect(page.getByText("Wait a moment, then try again.")).toBeVisible();
    // The second attempt must fail too before the block is removed.
    const failing = page.waitForEvent("requestfailed", (request) => file.test(request.url()));
    await page.getByRole("button", { name: "Try again" }).click();
    await failing;
    await expect(heading(page)).toHaveText("This page did not load");
    await page.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page)).not.toHaveText("This page did not load");
    await expect(page).toHaveURL("/team");
    // The page's own style sheet must be in use.
    const styled = await page.evaluate(() =>
      [...document.styleSheets].some((sheet) => /team-/.test(sheet.href ?? "") || !sheet.href),
    );
    expect(styled).toBe(true);
  });
}

test("a server error has another message than a weak connection", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 503/);
  await open(page, "/home");
  await page.route("**/data/team.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByText("Our site could not answer just now.")).toBeVisible();
  await page.unroute("**/data/team.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL("/team");
});

test("a visitor who presses Try again twice on a healthy network gets the page", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 503/);
  await open(page, "/home");
  // One route for both answers: between two routes a request would reach the server.
  let isFailing = true;
  const held: (() => void)[] = [];
  await page.route("**/data/team.json", async (route) => {
    if (isFailing) return route.fulfill({ status: 503, body: "" });
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue().catch(() => {});
  });
  await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
  const retry = page.getByRole("button", { name: "Try again" });
  await expect(retry).toBeVisible();
  isFailing = false;
  const button = await retry.elementHandle();
  await button?.evaluate((element) => (element as HTMLElement).click());
  await expect.poll(() => held.length).toBe(1);
  await button?.evaluate((element) => (element as HTMLElement).click());
  await page.unroute("**/data/team.json");
  for (const release of held) release();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeFocused();
  await expect(heading(page)).not.toHaveText("This page did not load");
});

for (const [what, file, path] of [
  ["page script", /\/assets\/team-[^/]*\.js$/, "/team"],
  ["entry script", /\/assets\/entry-client-[^/]*\.js$/, "/team"],
  ["React", /\/assets\/react-[^/]*\.js$/, "/visionTest"],
] as const) {
  test(`a visitor is told that ${what} did not load on ${path}, and can reload or call`, async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_FAILED|ChunkLoadError|Failed to fetch/);
    await page.route(file, (route) => route.abort());
    await page.goto(path);
    const notice = page.getByRole("alert");
    await expect(notice).toContainText("Part of this page did not load");
    await expect(notice.getByRole("link", { name: "+234" })).toHaveAttribute("href", /^tel:\+/);
    await expect(heading(page)).toBeVisible();
    await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
    await page.getByRole("main").evaluate((main) => main.scrollIntoView({ block: "center" }));
    await expect(notice, "stays on screen").toBeInViewport();
    await page.unroute(file);
    await notice.getByRole("link", { name: "Reload the page" }).click();
    await hydrated(page);
    await expect(notice).toBeHidden();
    await expect(page).toHaveURL(path);
  });
}

test("a tab with an older release reloads the page once", async ({ page }) => {
  await open(page, "/home");
  await page.route("**/data/team.json", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ json: { ...(await response.json()), build: "a-newer-release" } });
  });
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  const loaded = page.waitForEvent("load");
  await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
  await loaded;
  await expect(page).toHaveURL("/team");
  expect(documents).toEqual(["/team"]);

  // With a stale cache the same page would ask for a reload again; it must not reload forever.
  await open(page, "/home");
  documents.length = 0;
  await page.locator(MENU).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByText("Our site has just been updated.")).toBeVisible();
  expect(documents).toEqual([]);
});

test("only the first screen is laid out for the first frame, and the rest after it", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() =>
      seen.push(document.documentElement.dataset.frame ?? "complete"),
    ).observe(document, {
      attributeFilter: ["data-frame"],
      subtree: true,
    });
  });
  const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  const skipped = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("section, footer")].filter(
        (part) => getComputedStyle(part).contentVisibility !== "visible",
      ),
    );
  await open(page, "/home");
  expect(await seen()).toEqual(["first", "complete"]);
  expect(await skipped()).toEqual([]);

  // A reload restores the scroll position, which needs the real heights.
  await page.getByRole("heading", { name: "Come and see us" }).scrollIntoViewIfNeeded();
  const position = await page.evaluate(() => scrollY);
  expect(position).toBeGreaterThan(1000);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  expect(await seen()).toEqual([]);
});
