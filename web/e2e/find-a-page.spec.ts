import { expect, heading, hydrated, open, PAGES, test } from "./visit";

const MENU = {
  Home: "/home",
  Services: "/services",
  Outreaches: "/outreaches",
  Articles: "/articles",
  "About Us": "/about-us",
  "Our Team": "/team",
  "Play & Win": "/visionTest",
};

test("a visitor goes through the menu without loading a document twice", async ({ page }) => {
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
    expect(await page.evaluate(() => scrollY)).toBe(0);
  }
  expect(documents).toEqual([]);
});

test("every link on every page leads somewhere", async ({ request }) => {
  const seen = new Set<string>();
  const left = [...PAGES];
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await request.get(path);
    expect(answer.status(), path).toBe(200);
    const html = await answer.text();
    for (const [, link = ""] of html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const [target = "", part] = link.split("#");
      if (/^[a-z]+:/.test(target)) {
        expect(target, `a link on ${path}`).toMatch(/^(https:\/\/\S+|tel:\+\d+|mailto:\S+@\S+)$/);
      } else if (target) {
        left.push(target);
      }
      if (part && (target === "" || target === path)) {
        expect(html, `#${part} on ${path}`).toContain(`id="${part}"`);
      }
    }
  }
  expect([...seen].filter((path) => path.startsWith("/articles/"))).not.toEqual([]);
});

test("moving inside the app gives the title, description and address that a fresh load gives", async ({
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
  const moved = await head();
  await page.reload();
  expect(moved).toEqual(await head());
});

test("Back and Forward return to the place where the visitor was", async ({ page }) => {
  await open(page, "/services");
  await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('footer a[href="/outreaches"]')?.click(),
  );
  await expect(page).toHaveURL("/outreaches");
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
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

test("a link to a part of another page shows that part", async ({ page }) => {
  await open(page, "/articles");
  const article = await page.locator('main a[href^="/articles/"]').first().getAttribute("href");
  await open(page, article ?? "");
  const part = await page.locator('main h2[id]:not([id^="_"])').last().getAttribute("id");
  await open(page, "/team");
  await page.evaluate((href) => history.pushState(null, "", href), `${article}#${part}`);
  await expect(page.locator(`[id="${part}"]`)).toBeInViewport();
});

test("a press on the current page's link goes to its top", async ({ page }) => {
  await open(page, "/articles");
  await page.evaluate(() => scrollTo({ top: 800, behavior: "instant" }));
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('header nav a[href="/articles"]')?.click(),
  );
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await expect(page).toHaveURL("/articles");
});

test("the bare address is replaced by the home page, outside the app and in it", async ({
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

test("an unknown address says so, with the right status, and leads back", async ({
  page,
  trouble,
}) => {
  trouble.expect(/status of 404 .*\/no-such-page/);
  const answer = await page.goto("/no-such-page");
  expect(answer?.status()).toBe(404);
  await hydrated(page);
  await page.locator("main").getByRole("link").first().click();
  await expect(page).not.toHaveURL("/no-such-page");
  await expect(heading(page)).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

  test("a visitor opens the menu, goes to the team, and the menu is gone", async ({ page }) => {
    await open(page, "/home");
    await page.getByRole("button", { name: "Menu" }).tap();
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Our Team" }).tap();
    await expect(page).toHaveURL("/team");
    await expect(heading(page)).toBeFocused();
    await expect(menu).toBeHidden();
  });
});

test("by keyboard alone, the first stop on a page is the way past the menu", async ({ page }) => {
  await open(page, "/home");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the content" });
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});

test.describe("for someone who saves data", () => {
  test("nothing is fetched ahead, whatever the pointer passes over", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, "connection", {
        value: { saveData: true, effectiveType: "4g" },
      });
    });
    await open(page, "/home");
    const ahead: string[] = [];
    page.on("request", (request) => ahead.push(new URL(request.url()).pathname));
    const menu = page.getByRole("navigation", { name: "Main" });
    for (const name of Object.keys(MENU))
      await menu.getByRole("link", { name, exact: true }).hover();
    await page.waitForTimeout(2_000);
    expect(ahead.filter((path) => path.startsWith("/data/"))).toEqual([]);
  });
});

test("a link under the pointer is fetched ahead, once", async ({ page }) => {
  await open(page, "/privacy");
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  const team = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "Our Team" });
  await team.hover();
  await expect.poll(() => fetched).toContain("/data/team.json");
  await team.click();
  await expect(heading(page)).toBeFocused();
  expect(fetched.filter((path) => path === "/data/team.json")).toHaveLength(1);
});
