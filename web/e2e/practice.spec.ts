// The practice puzzle of the day: found from the home page, played with a hint, shared, and played offline.
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow } from "./accessibility-checks";
import { cached } from "./cached-page";
import {
  button,
  find,
  moveToSpot,
  pictureCursor,
  spots,
  stored,
  TOO_FAST,
  tap,
} from "./game-player";
import { press, tabTo } from "./keyboard";
import { expectWithinBudget } from "./page-weight";
import { PRACTICE, type PracticeSite, startPracticeSite } from "./practice-site";
import { test as base, expect, heading, open } from "./site-test";

const test = base.extend<object, { site: PracticeSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const site = await startPracticeSite();
      await use(site);
      await site.close();
    },
    { scope: "worker", timeout: 240_000 },
  ],
  baseURL: async ({ site }, use) => use(site.address),
});

// In one worker: each draws a puzzle for its own site.
test.describe.configure({ mode: "default" });

const HINT = "Show me the area";
const PERFECT = "Congratulations! You found 5 of 5 differences!";

/** Lets the time of the page pass until a hint is ready. On a slow machine the page starts to count after it shows the spots, and a
 * time that passed before that does not count. */
async function passTimeUntilHint(page: Page): Promise<void> {
  await expect(async () => {
    await page.clock.fastForward(30_000);
    await expect(button(page, HINT)).not.toHaveAttribute("aria-disabled", { timeout: 1000 });
  }).toPass();
}

test.describe("the practice puzzle", { tag: "@journey" }, () => {
  test("is found from the home page, played with a hint and shared, and leaves the game for the prize alone", async ({
    page,
    site,
  }) => {
    await page.clock.install();
    await page.addInitScript(() => {
      const share = async (data: ShareData) =>
        void sessionStorage.setItem("shared", `${data.text} ${data.url}`);
      Object.defineProperty(navigator, "share", { value: share });
    });
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/api/")) calls.push(request.url());
    });
    await open(page, "/home");
    await page.evaluate(() => localStorage.setItem("totalFound", "[3]"));
    await page.getByRole("link", { name: "Practise with today’s puzzle" }).click();
    await expect(heading(page)).toHaveText("Today's practice puzzle");
    await expect(page.getByRole("img", { name: site.alt, exact: true })).toBeVisible();

    await expect(spots(page)).toHaveCount(5);
    await expect(button(page, HINT)).toHaveAttribute("aria-disabled", "true");
    await passTimeUntilHint(page);
    await button(page, HINT).click();
    await expect(page.getByText(/^Look (at|in) the .*\.$/)).toBeVisible();
    await expect(page.locator("[data-area]")).toHaveCount(2);
    const area = await page.locator("[data-area]").first().boundingBox();
    const first = await spots(page).first().boundingBox();
    const centre = (first?.y ?? 0) + (first?.height ?? 0) / 2;
    expect(centre).toBeGreaterThan(area?.y ?? Number.NaN);
    expect(centre).toBeLessThan((area?.y ?? Number.NaN) + (area?.height ?? 0));

    for (const [i, spot] of (await spots(page).all()).entries()) {
      await expect(spot).toHaveAccessibleName(`Spot ${i + 1}`);
      await spot.click();
    }
    await expect(page.locator("[data-area]")).toHaveCount(0);
    for (const label of site.labels) {
      await expect(button(page, label)).toHaveAttribute("aria-pressed", "true");
    }
    await button(page, "See Results").click();
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
    await button(page, "Share my result").click();
    await expect
      .poll(() => page.evaluate(() => sessionStorage.getItem("shared")))
      .toMatch(
        /^Practice puzzle, \d+ \w+ \d{4}: I found 5 of 5 differences, with 1 hint\. http.*\/visionTest\/today$/,
      );

    expect(calls).toEqual([]);
    expect(await stored(page, "totalFound")).toBe("[3]");
    expect(await stored(page, "claimedDiscount")).toBeNull();
    await page.getByRole("link", { name: "Play for the prize" }).click();
    await expect(page).toHaveURL("/visionTest");
  });

  test("is played by keyboard without a network once it was opened", async ({
    page,
    context,
    browserErrors,
  }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
    await open(page, PRACTICE);
    await expect(spots(page)).toHaveCount(5);
    const picture = await page.locator("main img").first().getAttribute("src");
    await cached(page, PRACTICE);
    await cached(page, picture ?? "");
    await context.setOffline(true);
    await open(page, PRACTICE);
    await expect(spots(page)).toHaveCount(5);
    await tabTo(page, pictureCursor(page));
    for (const spot of await spots(page).all()) {
      await moveToSpot(page, spot);
      await page.keyboard.press("Enter");
      await expect(spot).toHaveAttribute("aria-pressed", "true");
    }
    await press(page, "Tab");
    await expect(button(page, "See Results")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Eyes like a hawk!" })).toBeFocused();
    await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
  });

  test("is of one day without a network, when only the page or only its data was loaded on a new day", async ({
    page,
    context,
    site,
    browserErrors,
  }) => {
    browserErrors.allow(/Failed to load resource: net::ERR_(INTERNET_DISCONNECTED|FAILED)/);
    const DATA = `/data${PRACTICE}.json`;
    /** Makes what the offline cache has for this path the one of an earlier day. */
    const makeOld = (path: string) =>
      page.evaluate(
        async ([path, date]) => {
          for (const name of await caches.keys()) {
            const cache = await caches.open(name);
            const cached = await cache.match(path);
            const old = (await cached?.text())?.replaceAll(date, "2026-01-02");
            if (cached && old)
              await cache.put(path, new Response(old, { headers: cached.headers }));
          }
        },
        [path, site.date] as const,
      );
    const cachedText = (path: string) =>
      page.evaluate(async (path) => (await caches.match(path))?.text(), path);
    const day = page.getByRole("heading", { level: 2 }).first();

    await open(page, PRACTICE);
    const today = (await day.textContent()) ?? "";
    await cached(page, PRACTICE);
    await makeOld(PRACTICE);
    expect(await cachedText(PRACTICE)).toContain("2026-01-02");
    await open(page, "/home");
    await page.getByRole("link", { name: "Practise with today’s puzzle" }).click();
    await expect(day).toHaveText(today);
    await expect.poll(() => cachedText(PRACTICE)).not.toContain("2026-01-02");
    await context.setOffline(true);
    await open(page, PRACTICE);
    await expect(day).toHaveText(today);

    await context.setOffline(false);
    await makeOld(DATA);
    await open(page, PRACTICE);
    await expect.poll(() => cachedText(DATA)).toBeUndefined();
    await open(page, "/home");
    await cached(page, "/home");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Practise with today’s puzzle" }).click();
    await expect(day).toHaveText(today);
  });

  test("stays as it was when the page is loaded again, and is linked from the results of the game", async ({
    page,
    browserErrors,
  }) => {
    browserErrors.allow(TOO_FAST);
    await open(page, PRACTICE);
    await find(page, (spot) => spot.click(), 2);
    await page.reload();
    await expect(page.getByText("Found so far: 2 of 5")).toBeVisible();
    await open(page, "/visionTest");
    await button(page, "Submit & Next").click();
    await button(page, "Submit & Next").click();
    await button(page, "See Results").click();
    await page.getByRole("link", { name: "Today’s practice puzzle" }).click();
    await expect(page).toHaveURL(PRACTICE);
    await expect(page.getByText("Found so far: 2 of 5")).toBeVisible();
  });

  test.describe("on a phone that is 320 pixels wide", () => {
    test.use({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });

    test("is played by touch, and every spot is at least 44 pixels large", async ({ page }) => {
      await open(page, PRACTICE);
      await find(page, async (spot) => {
        const box = await spot.boundingBox();
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
        await tap(spot);
      });
      await tap(button(page, "See Results"));
      await expect(page.getByText(PERFECT, { exact: true })).toBeVisible();
    });
  });
});

test("the page of the practice puzzle stays within the data budget", async ({ page }) => {
  await expectWithinBudget(page.request, PRACTICE, "/practice-");
});

test.describe("the accessibility of the practice puzzle", () => {
  // The content security policy forbids the script that the test adds to run axe.
  test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

  test("axe finds no violations with a hint and in the results", async ({ page }) => {
    await page.clock.install();
    await page.setViewportSize({ width: 360, height: 800 });
    await open(page, PRACTICE);
    await expect(spots(page)).toHaveCount(5);
    await passTimeUntilHint(page);
    await button(page, HINT).click();
    await expect(page.locator("[data-area]")).toHaveCount(2);
    const makeTall = async () => {
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      // In a window as tall as the page, the sticky call bar covers no content, which axe would report.
      await page.setViewportSize({ width: 360, height });
    };
    await makeTall();
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
    await button(page, "See Results").click();
    await expect(page.getByText("What you missed")).toBeVisible();
    await makeTall();
    expect(await axeViolations(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBe(0);
  });
});
