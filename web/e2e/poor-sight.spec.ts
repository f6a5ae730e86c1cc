// Every page, in both themes, on a phone and on a desk, by the strictest rules that a machine can check.
import type { Page } from "@playwright/test";
import { complaints, sideways } from "./looks/gallery";
import { expect, hydrated, open, PAGES, test } from "./visit";

async function findings(page: Page): Promise<string[]> {
  // In a window as tall as the page, the bar that stays at the bottom covers nothing that one could not scroll to.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  return complaints(page);
}

// The rules are run as an added script, which the site's own policy rightly forbids.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

const article = "/articles/*";

for (const colorScheme of ["light", "dark"] as const) {
  for (const [device, viewport] of [
    ["a phone", { width: 360, height: 800 }],
    ["a desk", { width: 1440, height: 900 }],
  ] as const) {
    test.describe(`in the ${colorScheme} theme on ${device}`, () => {
      test.use({ colorScheme, viewport });

      for (const path of [...PAGES, article, "/no-such-page"]) {
        test(`axe finds nothing on ${path}`, async ({ page, trouble }) => {
          trouble.expect(/status of 404 .*no-such-page/);
          if (path === article) {
            await open(page, "/articles");
            await page.locator('main a[href^="/articles/"]').first().click();
            await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
          } else {
            await page.goto(path);
            await hydrated(page);
          }
          await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
          expect(await findings(page)).toEqual([]);
        });
      }

      test("axe finds nothing in the contact popup", async ({ page }) => {
        await open(page, "/home");
        await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await findings(page)).toEqual([]);
      });
    });
  }
}

test.describe("enlarged", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const path of PAGES) {
    test(`${path} needs no sideways scrolling at 400 % zoom, with the largest text`, async ({
      page,
    }) => {
      await page.addInitScript(() => localStorage.setItem("text", "largest"));
      await open(page, path);
      expect(await sideways(page)).toBeLessThanOrEqual(0);
    });
  }
});

test("a chosen theme and text size are there before the first paint, on every later page", async ({
  page,
}) => {
  await open(page, "/home");
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Largest" }).check({ force: true });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/services", { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-text", "largest");
});
