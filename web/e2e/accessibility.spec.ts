// Accessibility of every page, in both themes, on a phone and on a desktop, checked with axe.
import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow } from "./accessibility-checks";
import { expect, hydrated, open, PAGES, stubMap, test } from "./site-test";

async function violationsInFullHeight(page: Page): Promise<string[]> {
  // In a window as tall as the page, the sticky call bar covers no content, which axe would report.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  return axeViolations(page);
}

// The content security policy forbids the script that the test adds to run axe.
test.use({ bypassCSP: true, contextOptions: { reducedMotion: "reduce" } });

const article = "/articles/*";

for (const colorScheme of ["light", "dark"] as const) {
  for (const [device, viewport] of [
    ["a phone", { width: 360, height: 800 }],
    ["a desktop", { width: 1440, height: 900 }],
  ] as const) {
    test.describe(`in the ${colorScheme} theme on ${device}`, () => {
      test.use({ colorScheme, viewport });

      for (const path of [...PAGES, article, "/no-such-page"]) {
        test(`axe finds no violations on ${path}`, async ({ page, browserErrors }) => {
          browserErrors.allow(/status of 404 .*no-such-page/);
          // axe asks every frame, also the one of the map, which does not answer.
          browserErrors.allow(/postMessage.*openstreetmap/);
          await stubMap(page);
          if (path === article) {
            await open(page, "/articles");
            await page.locator('main a[href^="/articles/"]').first().click();
            await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
          } else {
            await page.goto(path);
            await hydrated(page);
          }
          await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
          expect(await violationsInFullHeight(page)).toEqual([]);
        });
      }

      test("axe finds no violations in the contact popup", async ({ page }) => {
        await open(page, "/home");
        await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await violationsInFullHeight(page)).toEqual([]);
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
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    });
  }
});

/** Pairs of parts of the header that overlap. */
const overlapsInHeader = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll<HTMLElement>("header a span, header > div > button"),
    ]
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .map((element) => ({ text: element.textContent, box: element.getBoundingClientRect() }));
    return parts.flatMap(({ text, box: a }, index) =>
      parts
        .slice(index + 1)
        .filter(
          ({ box: b }) =>
            a.left < b.right - 1 &&
            b.left < a.right - 1 &&
            a.top < b.bottom - 1 &&
            b.top < a.bottom - 1,
        )
        .map((other) => `${text} and ${other.text}`),
    );
  });

/** The words in these elements that are broken across lines. */
const splitWords = (page: Page, selector: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const range = document.createRange();
    const split: string[] = [];
    for (const element of document.querySelectorAll(wanted)) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? "").matchAll(/\p{L}+/gu)) {
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) split.push(word);
        }
      }
    }
    return split;
  }, selector);

test.describe("with large text", () => {
  for (const [situation, width, textSize, browserSize] of [
    ["the largest text at 320 px", 320, "largest", 16],
    ["the largest text at 340 px", 340, "largest", 16],
    ["a browser font of 200 % at 360 px", 360, "normal", 32],
  ] as const) {
    test.describe(situation, () => {
      test.use({ viewport: { width, height: 800 } });

      test.beforeEach(async ({ page, context }) => {
        await page.addInitScript((size) => localStorage.setItem("text", size), textSize);
        const devtools = await context.newCDPSession(page);
        const fontSizes = { standard: browserSize, fixed: browserSize };
        await devtools.send("Page.setFontSizes", { fontSizes });
      });

      for (const path of PAGES) {
        test(`${path} fits, and nothing covers the clinic's name`, async ({ page }) => {
          await open(page, path);
          expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
          expect(await overlapsInHeader(page)).toEqual([]);
          if (path !== "/visionTest") expect(await splitWords(page, "h1")).toEqual([]);
        });
      }

      test("the popup's title is not split", async ({ page }) => {
        await open(page, "/home");
        await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
        await expect(page.getByRole("dialog")).toBeVisible();
        expect(await splitWords(page, "dialog h2")).toEqual([]);
      });
    });
  }
});

test("a chosen theme and text size are applied on the next page before its scripts load", {
  tag: "@journey",
}, async ({ page, browserErrors }) => {
  // The scripts are held back below.
  browserErrors.allow(/\/assets\/.*\.js/);
  await open(page, "/home");
  await page.getByRole("radio", { name: "Dark" }).check({ force: true });
  await page.getByRole("radio", { name: "Largest" }).check({ force: true });
  await page.route("**/assets/*.js", (route) => route.abort());
  await page.goto("/services", { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("html")).toHaveAttribute("data-text", "largest");
});

for (const [device, width] of [
  ["a phone", 360],
  ["a desktop", 1440],
] as const) {
  test(`an article says where the text size can be changed on ${device}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await open(page, "/articles/dry-eyes-and-screens");
    await expect(
      page.getByText(/use .Text size. at the top of the page, or in the menu on a phone/),
    ).toBeVisible();
    const textSize = page.getByRole("banner").getByRole("group", { name: "Text size" });
    if (device === "a phone") {
      await expect(textSize).toBeHidden();
      await page.getByRole("button", { name: "Menu" }).click();
    }
    await expect(textSize).toBeInViewport({ ratio: 1 });
  });
}
