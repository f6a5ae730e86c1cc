import { expect, heading, open, test } from "./visit";

// A worker would answer requests that these stories want to see fail.
test.use({ serviceWorkers: "block" });

test.beforeEach(({ trouble }) => {
  trouble.expect(/Service Worker registration blocked by Playwright/);
});

const menuLink = "header nav";

test("a page that takes long says Loading... and then comes", async ({ page }) => {
  await open(page, "/home");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/data/team.json", async (route) => {
    await held;
    await route.continue();
  });
  await page.locator(menuLink).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByRole("main").getByText("Loading...", { exact: true })).toBeVisible();
  release();
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText("Loading...")).toBeHidden();
});

test("a visitor who changes their mind while waiting gets the later page", async ({ page }) => {
  await open(page, "/home");
  const answers: (() => void)[] = [];
  await page.route("**/data/team.json", async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue().catch(() => {});
  });
  await page.locator(menuLink).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByText("Loading...")).toBeVisible();
  await page.locator(menuLink).getByRole("link", { name: "Services" }).click();
  await expect(page).toHaveURL("/services");
  await expect(heading(page)).toBeFocused();
  const title = await page.title();
  for (const answer of answers) answer();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL("/services");
  expect(await page.title()).toBe(title);
});

for (const [what, file] of [
  ["script", /\/assets\/team-[^/]*\.js$/],
  ["style sheet", /\/assets\/team-[^/]*\.css$/],
] as const) {
  test(`a page whose ${what} fails says what to do, and trying again brings it`, async ({
    page,
    trouble,
  }) => {
    trouble.expect(/Failed to load resource: net::ERR_FAILED/);
    await open(page, "/home");
    await page.route(file, (route) => route.abort());
    await page.locator(menuLink).getByRole("link", { name: "Our Team" }).click();
    await expect(heading(page)).toHaveText("This page did not load");
    await expect(heading(page)).toBeFocused();
    await expect(page.getByText("Wait a moment, then try again.")).toBeVisible();
    // Only when the second try has met the same wall may the wall go.
    const failing = page.waitForEvent("requestfailed", (request) => file.test(request.url()));
    await page.getByRole("button", { name: "Try again" }).click();
    await failing;
    await expect(heading(page)).toHaveText("This page did not load");
    await page.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(heading(page)).not.toHaveText("This page did not load");
    await expect(page).toHaveURL("/team");
    // Styled, not only there: the page's own sheet is in use.
    const styled = await page.evaluate(() =>
      [...document.styleSheets].some((sheet) => /team-/.test(sheet.href ?? "") || !sheet.href),
    );
    expect(styled).toBe(true);
  });
}

test("a server in trouble is told apart from a weak connection", async ({ page, trouble }) => {
  trouble.expect(/status of 503/);
  await open(page, "/home");
  await page.route("**/data/team.json", (route) => route.fulfill({ status: 503, body: "" }));
  await page.locator(menuLink).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByText("Our site could not answer just now.")).toBeVisible();
  await page.unroute("**/data/team.json");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL("/team");
});

test("a first page without its script still reads, and offers to load again", async ({
  page,
  trouble,
}) => {
  trouble.expect(/Failed to load resource: net::ERR_FAILED|ChunkLoadError|Failed to fetch/);
  const file = /\/assets\/team-[^/]*\.js$/;
  await page.route(file, (route) => route.abort());
  await page.goto("/team");
  await expect(page.getByRole("alert")).toContainText("Some buttons on this page did not load.");
  await expect(heading(page)).toBeVisible();
  await page.unroute(file);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toBeHidden();
});

test("a tab from before a release loads the page afresh, once", async ({ page }) => {
  await open(page, "/home");
  await page.route("**/data/team.json", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), build: "a-newer-release" } });
  });
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
  });
  const loaded = page.waitForEvent("load");
  await page.locator(menuLink).getByRole("link", { name: "Our Team" }).click();
  await loaded;
  await expect(page).toHaveURL("/team");
  expect(documents).toEqual(["/team"]);

  // The same page asking for it again, as a stale cache could make it, must not reload for ever.
  await open(page, "/home");
  documents.length = 0;
  await page.locator(menuLink).getByRole("link", { name: "Our Team" }).click();
  await expect(page.getByText("Our site has just been renewed.")).toBeVisible();
  expect(documents).toEqual([]);
});

test("a slow phone lays out the first screen alone, and the rest right after it", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { seen });
    new MutationObserver(() =>
      seen.push(document.documentElement.dataset.frame ?? "whole"),
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
  expect(await seen()).toEqual(["first", "whole"]);
  expect(await skipped()).toEqual([]);

  // Back at a place further down, where guessed heights would show another one.
  await page.getByRole("heading", { name: "Come and see us" }).scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(1000);
  await page.reload();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
  expect(await seen()).toEqual([]);
});
