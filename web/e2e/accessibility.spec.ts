// Accessibility of every page, in both themes, on a phone and on a desktop, checked with axe.

import type { Page } from "@playwright/test";
import {
  axeViolations,
  axeViolationsInLightTheme,
  horizontalOverflow,
} from "./accessibility-checks";
import { chooseOption } from "./segmented-control";
import { expect, hydrated, open, PAGES, stubMap, test } from "./site-test";

const SIZES = {
  "a phone": { width: 360, height: 800 },
  "a desktop": { width: 1440, height: 900 },
};

/** What only a desktop shows is around the text and the same on every page: its colours in the dark theme are checked here. */
const ONE_PAGE = "/home";

/** What axe finds on the page as it is, in each size, which is switched in place. */
async function violationsInAllSizes(page: Page): Promise<Record<string, string[]>> {
  const isOnePage = new URL(page.url()).pathname === ONE_PAGE;
  const found: Record<string, string[]> = {};
  for (const [device, size] of Object.entries(SIZES)) {
    await page.setViewportSize(size);
    // In a window as tall as the page, the sticky call bar covers no content, which axe would report.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ ...size, height });
    const inBothThemes = device === "a phone" || isOnePage;
    found[device] = await (inBothThemes ? axeViolations : axeViolationsInLightTheme)(page);
  }
  return found;
}

const NONE = { "a phone": [], "a desktop": [] };

const article = "/articles/*";

test.describe("on a phone and on a desktop", () => {
  // The content security policy forbids the script that the test adds to run axe.
  test.use({
    bypassCSP: true,
    viewport: SIZES["a phone"],
    contextOptions: { reducedMotion: "reduce" },
  });

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
      expect(await violationsInAllSizes(page)).toEqual(NONE);
    });
  }

  test("axe finds no violations in the contact popup", async ({ page }) => {
    await open(page, "/home");
    await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    expect(await violationsInAllSizes(page)).toEqual(NONE);
  });
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

const LARGE_TEXT = [
  // As at 400 % zoom.
  { situation: "the largest text at 320 px", width: 320, textSize: "largest", browserSize: 16 },
  { situation: "the largest text at 340 px", width: 340, textSize: "largest", browserSize: 16 },
  {
    situation: "a browser font of 200 % at 360 px",
    width: 360,
    textSize: undefined,
    browserSize: 32,
  },
];

/** Opens the page in each situation and runs the check. One after the other in one browser context, whose cache has the
 * files from the second time on. */
async function withLargeText(
  page: Page,
  path: string,
  check: (situation: string) => Promise<void>,
): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  for (const { situation, width, textSize, browserSize } of LARGE_TEXT) {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((size) => localStorage.setItem("text", size ?? "normal"), textSize);
    const fontSizes = { standard: browserSize, fixed: browserSize };
    await devtools.send("Page.setFontSizes", { fontSizes });
    await open(page, path);
    expect(await page.evaluate(() => document.documentElement.dataset.text)).toBe(textSize);
    await check(situation);
  }
}

test.describe("with large text", () => {
  for (const path of PAGES) {
    test(`${path} fits, and nothing covers the clinic's name`, async ({ page }) => {
      await withLargeText(page, path, async (situation) => {
        expect(await horizontalOverflow(page), situation).toBeLessThanOrEqual(0);
        expect(await overlapsInHeader(page), situation).toEqual([]);
        if (path !== "/visionTest") expect(await splitWords(page, "h1"), situation).toEqual([]);
      });
    });
  }

  test("the popup's title is not split", async ({ page }) => {
    await withLargeText(page, "/home", async (situation) => {
      await page.getByRole("contentinfo").getByRole("link", { name: "Contact Us" }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await splitWords(page, "dialog h2"), situation).toEqual([]);
    });
  });
});

test("a chosen theme and text size are applied on the next page before its scripts load", {
  tag: "@journey",
}, async ({ page, browserErrors }) => {
  // The scripts are held back below.
  browserErrors.allow(/\/assets\/.*\.js/);
  await open(page, "/home");
  await chooseOption(page, "Dark");
  await chooseOption(page, "Largest");
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
