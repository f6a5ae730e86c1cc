// On connections that save data or are slow, pages other than the game work without the app.
import type { Page } from "@playwright/test";
import { expect, heading, hydrated, idle, reportConnection, stubMap, test } from "./site-test";

const SLOW = { saveData: false, effectiveType: "3g" };

/** Opens a page and waits for the small script. */
async function openSmall(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.locator("[data-open]").first()).toHaveAttribute("data-open", /true|false/);
}

/** The scripts of the app among the requests. */
function watchApp(page: Page): string[] {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/assets\/(?!small-).*\.js$/.test(pathname)) scripts.push(pathname);
  });
  return scripts;
}

for (const connection of [SLOW, { saveData: true, effectiveType: "4g" }]) {
  test(`a visitor reads pages without the app with ${JSON.stringify(connection)}`, async ({
    page,
  }) => {
    await reportConnection(page, connection);
    const app = watchApp(page);
    await openSmall(page, "/home");
    await expect(page.getByRole("main").getByText(/^(Open|Closed) now/)).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Main" });
    await menu.getByRole("link", { name: "Services" }).click();
    await expect(page).toHaveURL("/services");
    await page.goBack();
    await expect(page).toHaveURL("/home");
    await page.mouse.wheel(0, 5_000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await idle(page);
    expect(app).toEqual([]);
  });
}

test("on a fast connection the app loads as before", async ({ page }) => {
  await reportConnection(page, { saveData: false, effectiveType: "4g" });
  const app = watchApp(page);
  await page.goto("/home");
  await hydrated(page);
  expect(app.length).toBeGreaterThan(2);
  await expect(page.locator('script[src*="small-"], link[href*="small-"]')).toHaveCount(0);
});

test.describe("on a slow connection", () => {
  test.beforeEach(({ page }) => reportConnection(page, SLOW));

  test("the game loads the app and can be played", async ({ page }) => {
    await page.goto("/visionTest");
    await hydrated(page);
    await page.locator("[data-spot]").first().click();
    await expect(page.getByRole("button", { name: "Submit & Next" })).toBeEnabled();
  });

  test("the popup opens, names the service, and closes with its link, Escape, outside and Back", async ({
    page,
  }) => {
    await openSmall(page, "/services");
    const opener = page.getByRole("link", { name: /Book Appointment\s*: Frames/ });
    const popup = page.getByRole("dialog");
    const ways = {
      "the close link": () => popup.getByRole("link", { name: "Close" }).click(),
      "the Escape key": () => page.keyboard.press("Escape"),
      "a click outside": () => page.mouse.click(5, 5),
      "the Back button": () => page.evaluate(() => history.back()),
    };
    for (const [name, close] of Object.entries(ways)) {
      await opener.click();
      await expect(popup.getByText("Appointment for: Frames")).toBeVisible();
      const chat = await popup.getByRole("link", { name: "Chat on WhatsApp" }).getAttribute("href");
      expect(new URL(chat ?? "").searchParams.get("text")).toMatch(/Service: Frames\.$/);
      await close();
      await expect(popup, name).toBeHidden();
      await expect(opener, name).toBeFocused();
      await expect(page, name).toHaveURL("/services");
    }
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(popup).toBeVisible();
    await expect(popup.getByText("Appointment for")).toBeHidden();
  });

  test("a link in the popup opens its page, and one Back returns", async ({ page }) => {
    await openSmall(page, "/home");
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await page.getByRole("dialog").getByRole("link", { name: "First aid for the eye" }).click();
    await expect(page).toHaveURL("/articles/first-aid-for-the-eye");
    await page.goBack();
    await expect(page).toHaveURL("/home");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("theme and text size can be chosen and are kept on the next page", async ({ page }) => {
    await openSmall(page, "/home");
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await page.getByRole("radio", { name: "Largest" }).check({ force: true });
    await openSmall(page, "/team");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator("html")).toHaveAttribute("data-text", "largest");
    await expect(page.getByRole("radio", { name: "Dark" })).toBeChecked();
    await page.getByRole("radio", { name: "Same as device" }).check({ force: true });
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    expect(await page.evaluate(() => localStorage.getItem("theme"))).toBeNull();
  });

  test("what is pressed before the script arrives is not lost", async ({ page }) => {
    await stubMap(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/small-*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/about-us");
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await page.getByText("Show the map").click();
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    release();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.locator('iframe[name="map"]')).toHaveAttribute("src", /^https:/);
    await expect(page).toHaveURL("/about-us");
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.evaluate(() => history.back());
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page).toHaveURL("/about-us");
  });

  test("a visitor is told when the script does not load", async ({ page, browserErrors }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_FAILED|Failed to fetch/);
    await page.route("**/assets/small-*.js", (route) => route.abort());
    await page.goto("/home");
    await expect(page.getByRole("alert")).toContainText("Part of this page did not load");
  });

  test("a page that was read on a slow connection works offline", {
    tag: "@service-worker",
  }, async ({ page, context, browserErrors }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
    await openSmall(page, "/home");
    const cached = () =>
      page.evaluate(async () => {
        const names = await caches.keys();
        const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
        return all.flat().map((request) => new URL(request.url).pathname);
      });
    await expect.poll(cached).toContain("/home");
    await expect.poll(async () => (await cached()).join()).toContain("/assets/small-");
    await context.setOffline(true);
    await openSmall(page, "/home");
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expect(page.getByRole("alert")).toBeHidden();
  });

  test.describe("on a phone", () => {
    test.use({ viewport: { width: 360, height: 800 }, hasTouch: true, isMobile: true });

    test("the menu opens, Back closes it, and a link in it needs one Back", async ({ page }) => {
      await openSmall(page, "/home");
      const menu = page.getByRole("navigation", { name: "Main" });
      await page.getByRole("button", { name: "Menu" }).tap();
      await expect(menu).toBeVisible();
      // The entry that Back closes follows the event of the opened menu.
      await page.waitForFunction(() => history.state?.overlay);
      await page.evaluate(() => history.back());
      await expect(menu).toBeHidden();
      await expect(page).toHaveURL("/home");
      await page.getByRole("button", { name: "Menu" }).tap();
      await menu.getByRole("link", { name: "Our Team" }).tap();
      await expect(page).toHaveURL("/team");
      await expect(heading(page)).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL("/home");
      await expect(menu).toBeHidden();
    });
  });
});
