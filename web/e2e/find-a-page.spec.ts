import { readdirSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { MENU } from "./menu";
import { expect, heading, hydrated, idle, open, PAGES, reportConnection, test } from "./site-test";

test("a visitor opens every page of the menu without loading a new document", {
  tag: "@journey",
}, async ({ page }) => {
  await open(page, "/privacy");
  const documents: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents.push(request.url());
  });
  const menu = page.getByRole("navigation", { name: "Main" });
  for (const [name, path] of Object.entries(MENU)) {
    const before = await heading(page).textContent();
    await menu.getByRole("link", { name, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(heading(page)).not.toHaveText(before ?? "");
    await expect(heading(page)).toBeFocused();
    await expect(menu.getByRole("link", { name, exact: true })).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  }
  expect(documents).toEqual([]);
});

test("the home page shows the articles that the editor chose, in the chosen order", async ({
  page,
}) => {
  const folder = resolve(import.meta.dirname, "../../content/articles");
  const chosen = readdirSync(folder)
    .map((file) => ({
      path: `/articles/${file.replace(".md", "")}`,
      position: Number(/^home = (\d+)$/m.exec(readFileSync(resolve(folder, file), "utf8"))?.[1]),
    }))
    .filter(({ position }) => position > 0)
    .sort((a, b) => a.position - b.position);
  expect(chosen).toHaveLength(3);
  await open(page, "/home");
  const links = page.getByRole("main").locator('li a[href^="/articles/"]');
  const shown = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  expect(shown).toEqual(chosen.map(({ path }) => path));
});

test("every link on every page works", async ({ request }) => {
  const seen = new Set<string>();
  const queue = [...PAGES];
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    const html = await response.text();
    for (const [, link = ""] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const [target = "", anchor] = link.split("#");
      if (/^[a-z]+:/.test(target)) {
        expect(target, `a link on ${path}`).toMatch(/^(https:\/\/\S+|tel:\+\d+|mailto:\S+@\S+)$/);
      } else if (target) {
        queue.push(target);
      }
      if (anchor && (target === "" || target === path)) {
        expect(html, `#${anchor} on ${path}`).toContain(`id="${anchor}"`);
      }
    }
  }
  expect([...seen].filter((path) => path.startsWith("/articles/"))).not.toEqual([]);
});

test("title, description and canonical URL are the same after a navigation and after a reload", async ({
  page,
}) => {
  const head = () =>
    page.evaluate(() => [
      document.title,
      document.querySelector('meta[name="description"]')?.getAttribute("content"),
      document.querySelector('link[rel="canonical"]')?.getAttribute("href"),
    ]);
  await open(page, "/home");
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Services" })
    .click();
  await expect(page).toHaveURL("/services");
  await expect(heading(page)).toBeFocused();
  const afterNavigation = await head();
  await page.reload();
  await expect.poll(head).toEqual(afterNavigation);
});

test("Back and Forward restore the scroll position", { tag: "@journey" }, async ({
  page,
  browserErrors,
}) => {
  // Firefox reports a picture whose page is loaded again before it has arrived.
  browserErrors.allow(/Failed to load .*\/pictures\/.* A ServiceWorker intercepted the request/);
  await open(page, "/services");
  await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('footer a[href="/outreaches"]')?.click(),
  );
  await expect(page).toHaveURL("/outreaches");
  await expect(heading(page)).toBeFocused();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.evaluate(() => scrollTo({ top: 400, behavior: "instant" }));

  const services = page.getByRole("navigation", { name: "Main" }).getByRole("link", {
    name: "Services",
  });
  await page.goBack();
  await expect(services).toHaveAttribute("aria-current", "page");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
  await page.goForward();
  await expect(services).not.toHaveAttribute("aria-current", "page");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);

  await page.reload();
  await hydrated(page);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
  await page.goBack();
  await expect(services).toHaveAttribute("aria-current", "page");
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(900);
});

test("a link to an anchor on another page scrolls to it", async ({ page }) => {
  // Other tests publish articles of their own, which have no headings.
  const article = "/articles/first-aid-for-the-eye";
  await open(page, article);
  const anchor = await page.locator('main h2[id]:not([id^="_"])').last().getAttribute("id");
  await open(page, "/team");
  await page.evaluate((href) => history.pushState(null, "", href), `${article}#${anchor}`);
  await expect(page.locator(`[id="${anchor}"]`)).toBeInViewport();
});

test("a click on the link to the current page scrolls to its top", async ({ page }) => {
  await open(page, "/articles");
  await page.evaluate(() => scrollTo({ top: 800, behavior: "instant" }));
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('header nav a[href="/articles"]')?.click(),
  );
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL("/articles");
});

test("/ is replaced by the home page, on load and inside the app", { tag: "@journey" }, async ({
  page,
}) => {
  await open(page, "/");
  await expect(page).toHaveURL("/home");
  await open(page, "/team");
  const before = await page.evaluate(() => history.length);
  await page.evaluate(() => history.pushState(null, "", "/"));
  await expect(page).toHaveURL("/home");
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL("/team");
});

test("a visitor at an unknown path gets a 404 page with links to other pages", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*\/no-such-page/);
  const response = await page.goto("/no-such-page");
  expect(response?.status()).toBe(404);
  await hydrated(page);
  await page.locator("main").getByRole("link").first().click();
  await expect(page).not.toHaveURL("/no-such-page");
  await expect(heading(page)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("a visitor opens the menu and goes to the team page, and the menu closes", {
    tag: "@journey",
  }, async ({ page }) => {
    await open(page, "/home");
    await page.getByRole("button", { name: "Menu" }).tap();
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Our Team" }).tap();
    await expect(page).toHaveURL("/team");
    await expect(heading(page)).toBeFocused();
    await expect(menu).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL("/home");
    await expect(menu, "the menu stays closed").toBeHidden();
  });

  test("Back closes the menu and stays on the page", async ({ page }) => {
    await open(page, "/team");
    await open(page, "/home");
    await page.getByRole("button", { name: "Menu" }).tap();
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu).toBeVisible();
    // The entry that Back closes follows the event of the opened menu.
    await page.waitForFunction(() => history.state?.overlay);
    await page.evaluate(() => history.back());
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL("/home");
    await page.goBack();
    await expect(page).toHaveURL("/team");
  });
});

test.describe("on a phone whose browser has no popovers", () => {
  // The document's styles are changed below, and then no longer match the policy.
  test.use({ viewport: { width: 360, height: 800 }, bypassCSP: true, serviceWorkers: "block" });

  test("the menu is always visible and leaves room for the page", async ({ page }) => {
    await page.addInitScript(() => {
      const { prototype } = HTMLElement as unknown as { prototype: Record<string, unknown> };
      for (const name of ["popover", "hidePopover", "showPopover"]) delete prototype[name];
    });
    await page.route("**/home", async (route) => {
      const response = await route.fetch();
      const html = (await response.text())
        .replaceAll("@supports not selector(:popover-open)", "@supports (display: grid)")
        .replaceAll("@supports selector(:popover-open)", "@supports (display: none-such)")
        .replaceAll('popover="auto"', "");
      expect(html).toContain("@supports (display: grid)");
      await route.fulfill({ response, body: html });
    });
    await open(page, "/home");
    const menu = page.getByRole("navigation", { name: "Main" });
    await expect(menu.getByRole("link", { name: "Our Team" })).toBeVisible();
    const header = await page.getByRole("banner").boundingBox();
    expect(header?.height, "at most half of the screen").toBeLessThan(400);
    await menu.getByRole("link", { name: "Our Team" }).click();
    await expect(page).toHaveURL("/team");
    await expect(heading(page)).toBeFocused();
  });
});

test("a keyboard user can skip the menu with the first link", async ({ page }) => {
  await open(page, "/home");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to main content" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test.describe("with a finger", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("touching a card to scroll prefetches nothing", async ({ page, context }) => {
    await page.clock.install();
    await open(page, "/home");
    const card = page.locator('main article a[href^="/services"]').first();
    await card.scrollIntoViewIfNeeded();
    const box = await card.boundingBox();
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const devtools = await context.newCDPSession(page);
    const x = (box?.x ?? 0) + 20;
    const y = (box?.y ?? 0) + 10;
    const before = await page.evaluate(() => scrollY);
    await devtools.send("Input.synthesizeScrollGesture", { x, y, yDistance: -200, speed: 400 });
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
    await page.clock.runFor(2_000);
    await idle(page);
    expect(requested.filter((path) => path.startsWith("/data/"))).toEqual([]);
  });
});

test("the page of a link under the pointer is prefetched once", async ({ page }) => {
  await open(page, "/privacy");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const team = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Our Team" });
  await team.hover();
  await expect.poll(() => requested).toContain("/data/team.json");
  await team.click();
  await expect(heading(page)).toBeFocused();
  expect(requested.filter((path) => path === "/data/team.json")).toHaveLength(1);
});

test("in data-saving mode the page of a link under the pointer is not prefetched", async ({
  page,
}) => {
  await reportConnection(page, { saveData: true, effectiveType: "4g" });
  await page.clock.install();
  // The game is the page that loads the app in data-saving mode.
  await open(page, "/visionTest");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const navigation = page.getByRole("navigation", { name: "Main" });
  await navigation.getByRole("link", { name: "Our Team" }).hover();
  await page.clock.runFor(1_000);
  await idle(page);
  expect(requested.filter((path) => path.startsWith("/data/"))).toEqual([]);
});
