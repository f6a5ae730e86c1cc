import type { Page } from "@playwright/test";
import { complaints, expect, sideways, smallTargets, test } from "./gallery";

// Side by side on one sheet, examples repeat headings and landmarks that a real page has once.
const SHEET_RULES = [
  "heading-order",
  "page-has-heading-one",
  "landmark-unique",
  "landmark-no-duplicate-banner",
  "region",
  "identical-links-same-purpose",
];

test.describe.configure({ timeout: 120_000 });

const sizes = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];

for (const viewport of sizes) {
  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(`at ${viewport.width} px in ${colorScheme}`, () => {
      test.use({ viewport, colorScheme });

      test("every piece is accessible and easy to press", async ({ page, gallery }) => {
        await page.goto(gallery);
        await page.getByRole("heading", { level: 1, name: "Examples" }).waitFor();
        expect(await complaints(page, SHEET_RULES)).toEqual([]);
        expect(await smallTargets(page)).toEqual([]);
        expect(await sideways(page)).toBeLessThanOrEqual(0);
      });

      test("screens with awkward content are accessible", async ({ page, gallery }) => {
        for (const name of await screenNames(page, gallery)) {
          await page.goto(`${gallery}?screen=${encodeURIComponent(name)}`);
          await page.getByRole("contentinfo").waitFor();
          expect.soft(await complaints(page), name).toEqual([]);
          expect.soft(await smallTargets(page), name).toEqual([]);
          expect.soft(await sideways(page), name).toBeLessThanOrEqual(0);
        }
      });
    });
  }
}

test.describe("for poor sight", () => {
  for (const [situation, width, css] of [
    ["at 320 px, as at 400 % zoom", 320, ":root { font-size: 100% }"],
    ["at 320 px with the largest text", 320, ":root { font-size: 143.75% !important }"],
    ["with text at 200 %", 640, ":root { font-size: 200% !important }"],
    [
      "with wide text spacing",
      320,
      "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
    ],
  ] as const) {
    test(`nothing has to be pushed sideways ${situation}`, async ({ page, gallery }) => {
      await page.setViewportSize({ width, height: 400 });
      const screens = await screenNames(page, gallery);
      for (const address of ["", ...screens.map((name) => `?screen=${encodeURIComponent(name)}`)]) {
        await page.goto(gallery + address);
        await page.getByRole("main").waitFor();
        await page.addStyleTag({ content: css });
        expect.soft(await sideways(page), address).toBeLessThanOrEqual(0);
      }
    });
  }

  test("the chosen text size and colours survive a reload", async ({ page, gallery }) => {
    await page.goto(gallery);
    await page.getByRole("radio", { name: "Largest" }).check({ force: true });
    await page.getByRole("radio", { name: "Dark" }).check({ force: true });
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-text", "largest");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("radio", { name: "Largest" })).toBeChecked();
  });

  test("forced colours keep the chosen option and the buttons visible", async ({
    page,
    gallery,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(gallery);
    const chosen = page.locator("label:has(:checked)").first();
    await expect(chosen).toHaveCSS("outline-style", "solid");
    await expect(page.getByRole("button", { name: "Play Again" })).toHaveCSS(
      "border-top-style",
      "solid",
    );
  });

  test("forced colours leave the closed sign its bar", async ({ page, gallery }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(gallery);
    const closed = page.locator('[data-example="Hours: never open"] [data-open="false"]');
    await closed.waitFor();
    const painted = await closed.evaluate((sign) => {
      const lens = getComputedStyle(sign, "::before");
      return { adjusted: lens.forcedColorAdjust, bar: lens.backgroundImage };
    });
    expect(painted.adjusted).toBe("none");
    expect(painted.bar).toContain("gradient");
  });
});

test("the chart comes into focus once, and stands still for those who ask for no motion", async ({
  page,
  gallery,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(gallery);
  const line = page.getByText("the faces you love");
  await expect(line).toHaveCSS("animation-name", "none");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const duration = await line.evaluate((element) => getComputedStyle(element).animationDuration);
  expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.25);
  expect(Number.parseFloat(duration)).toBeGreaterThan(0);
});

for (const width of [360, 768, 1440]) {
  test(`nothing on a screen covers the header at ${width} px`, async ({ page, gallery }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const name of await screenNames(page, gallery)) {
      await page.goto(`${gallery}?screen=${encodeURIComponent(name)}`);
      await page.getByRole("contentinfo").waitFor();
      expect.soft(await coveredInHeader(page), name).toEqual([]);
    }
  });
}

/** Things to press in the header whose middle belongs to something else. */
const coveredInHeader = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("header a, header button, header label")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const met = document.elementFromPoint(left + width / 2, top + height / 2);
        return top >= 0 && !element.contains(met);
      })
      .map((element) => element.textContent ?? ""),
  );

async function screenNames(page: Page, gallery: string): Promise<string[]> {
  await page.goto(gallery);
  const links = page.getByRole("navigation", { name: "Whole screens" }).getByRole("link");
  await links.first().waitFor();
  return links.allTextContents();
}
