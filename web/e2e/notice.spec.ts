// The clinic's notice at the top of every page, and its end.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "./accessibility-checks";
import { expect, reportConnection, test as siteTest } from "./site-test";
import { startTestServer, type TestServer } from "./test-server";

const TEXT = "We are closed on Friday 1 January. Read what to do in an emergency.";
const LINK = "/articles/first-aid-for-the-eye";
const DAY_MS = 24 * 60 * 60_000;

const test = siteTest.extend<{ server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const content = await mkdtemp(join(tmpdir(), "clinic-e2e-notice-"));
      await cp(resolve(import.meta.dirname, "../../content"), content, { recursive: true });
      const file = join(content, "clinic.toml");
      // Tomorrow in the clinic's time zone: today may end during a test.
      const lastDay = new Date(Date.now() + 60 * 60_000 + DAY_MS).toISOString().slice(0, 10);
      const notice = `\n[notice]\ntext = "${TEXT}"\nlink = "${LINK}"\nuntil = ${lastDay}\n`;
      await writeFile(file, (await readFile(file, "utf8")) + notice);
      const server = await startTestServer("--content", content);
      await use(server);
      await server.close();
      await rm(content, { recursive: true });
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.address),
});

const region = (page: Page) => page.getByRole("region", { name: "Notice" });

/** As on the day after the last one: the page comes from a cache, and the server's clock goes on. */
async function setDayAfterLast(page: Page): Promise<void> {
  const date = new Date(Date.now() + 2 * DAY_MS).toUTCString();
  await page.route("**/robots.txt", (route) => route.fulfill({ headers: { Date: date } }));
}

test("a visitor reads the notice on every page and follows its link", async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(/status of 404 .*nothing-here/);
  for (const path of ["/home", "/services", "/visionTest", "/nothing-here"]) {
    await page.goto(path);
    await expect(region(page), path).toHaveText(TEXT);
  }
  await page.goto("/team");
  await region(page).getByRole("link", { name: TEXT }).click();
  await expect(page).toHaveURL(LINK);
  await expect(region(page)).toBeVisible();
});

test.describe("on a small phone", () => {
  test.use({ viewport: { width: 360, height: 800 }, bypassCSP: true });

  test("the notice is accessible", async ({ page }) => {
    await page.goto("/team");
    await expect(region(page)).toBeInViewport();
    expect(await axeViolations(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
  });
});

for (const effectiveType of ["4g", "3g"]) {
  test(`a page that was rendered before hides a notice that is over, with ${effectiveType}`, async ({
    page,
  }) => {
    await reportConnection(page, { saveData: false, effectiveType });
    await setDayAfterLast(page);
    await page.goto("/articles");
    await expect(region(page)).toBeHidden();
  });
}

siteTest("a page without a notice has no region and no space for it", async ({ page }) => {
  await page.goto("/home");
  await expect(region(page)).toHaveCount(0);
  const gap = await page.evaluate(() => {
    const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
    return (document.querySelector("main")?.getBoundingClientRect().top ?? 0) - header;
  });
  expect(gap).toBe(0);
});
