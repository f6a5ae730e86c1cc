import type { Page } from "@playwright/test";
import { axeViolations, horizontalOverflow, smallTargets } from "../accessibility-checks";
import { chooseOption } from "../segmented-control";
import { expect, test } from "./examples-page";

// Together on one page, the examples repeat headings and landmarks that a real page has once.
const DISABLED_RULES = [
  "heading-order",
  "page-has-heading-one",
  "landmark-unique",
  "landmark-no-duplicate-banner",
  "region",
  "identical-links-same-purpose",
];

const sizes = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test("every component is accessible and has large targets", async ({ page, examplesUrl }) => {
      await page.goto(examplesUrl);
      await page.getByRole("heading", { level: 1, name: "Examples" }).waitFor();
      expect(await axeViolations(page, DISABLED_RULES)).toEqual([]);
      expect(await smallTargets(page)).toEqual([]);
      expect(await horizontalOverflow(page)).toBeLessThanOrEqual(0);
    });

    test("screens with extreme content are accessible", async ({ page, examplesUrl }) => {
      for (const name of await screenNames(page, examplesUrl)) {
        await page.goto(`${examplesUrl}?screen=${encodeURIComponent(name)}`);
        await page.getByRole("contentinfo").waitFor();
        expect.soft(await axeViolations(page), name).toEqual([]);
        expect.soft(await smallTargets(page), name).toEqual([]);
        expect.soft(await horizontalOverflow(page), name).toBeLessThanOrEqual(0);
      }
    });
  });
}

const POOR_SIGHT = [
  ["at 320 px, as at 400 % zoom", 320, ":root { font-size: 100% }"],
  ["at 320 px with the largest text", 320, ":root { font-size: 143.75% !important }"],
  ["with text at 200 %", 640, ":root { font-size: 200% !important }"],
  [
    "with wide text spacing",
    320,
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
  ],
] as const;

test.describe("for people with poor sight", () => {
  test("nothing needs sideways scrolling", async ({ page, examplesUrl }) => {
    const screens = await screenNames(page, examplesUrl);
    for (const query of ["", ...screens.map((name) => `?screen=${encodeURIComponent(name)}`)]) {
      await page.goto(examplesUrl + query);
      await page.getByRole("main").waitFor();
      for (const [situation, width, css] of POOR_SIGHT) {
        await page.setViewportSize({ width, height: 400 });
        const style = await page.addStyleTag({ content: css });
        const overflow = await horizontalOverflow(page);
        await style.evaluate((element) => element.parentNode?.removeChild(element));
        expect.soft(overflow, `${query} ${situation}`).toBeLessThanOrEqual(0);
      }
    }
  });

  test("the chosen text size and theme are kept after a reload", async ({ page, examplesUrl }) => {
    await page.goto(examplesUrl);
    await chooseOption(page, "Largest");
    await chooseOption(page, "Dark");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-text", "largest");
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await expect(page.getByRole("radio", { name: "Largest" })).toBeChecked();
  });

  test("forced colours keep the chosen option and the buttons visible", async ({
    page,
    examplesUrl,
  }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(examplesUrl);
    const chosen = page.locator(":checked + span").first();
    await expect(chosen).toHaveCSS("outline-style", "solid");
    await expect(page.getByRole("button", { name: "Play Again" }).first()).toHaveCSS(
      "border-top-style",
      "solid",
    );
  });

  test("with forced colours the closed symbol keeps its bar", async ({ page, examplesUrl }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await page.goto(examplesUrl);
    const closed = page.locator('[data-example="Hours: never open"] [data-open="false"]');
    await closed.waitFor();
    const symbol = await closed.evaluate((element) => {
      const { forcedColorAdjust, backgroundImage } = getComputedStyle(element, "::before");
      return { forcedColorAdjust, backgroundImage };
    });
    expect(symbol.forcedColorAdjust).toBe("none");
    expect(symbol.backgroundImage).toContain("gradient");
  });
});

test("labels stand beside their strips, which WebKit does not do with legends", async ({
  page,
  examplesUrl,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(examplesUrl);
  for (const name of ["Text size", "Colours"]) {
    const group = page.getByRole("group", { name }).first();
    const label = await group.getByText(name, { exact: true }).boundingBox();
    const strip = await group.locator("label").first().boundingBox();
    expect(strip?.x).toBeGreaterThan((label?.x ?? 0) + (label?.width ?? 0) - 1);
    expect(strip?.y).toBeLessThan((label?.y ?? 0) + (label?.height ?? 0));
  }
  await expect(page.locator("legend")).toHaveCount(0);
});

test("the current page is marked with a border, because WebKit draws no thick underline", async ({
  page,
  examplesUrl,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(examplesUrl);
  const marker = page.locator('nav a[aria-current="page"] > span').first();
  await expect(marker).toHaveCSS("border-bottom-color", "rgb(244, 183, 64)");
  await expect(marker).toHaveCSS("border-bottom-style", "solid");
});

test("no style depends on :has(), which older browsers do not know", async ({
  page,
  examplesUrl,
}) => {
  await page.goto(examplesUrl);
  const rules = await page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => rule.cssText)),
  );
  expect(rules.join("\n").length).toBeGreaterThan(10_000);
  expect(rules.filter((rule) => rule.includes(":has("))).toEqual([]);
});

test("a disabled button does not look like one that works", async ({ page, examplesUrl }) => {
  await page.goto(examplesUrl);
  const live = page.getByRole("button", { name: "Submit & Next" }).first();
  const disabled = page.getByRole("button", { name: "See Results", disabled: true });
  const background = (element: HTMLElement) => getComputedStyle(element).backgroundColor;
  expect(await disabled.evaluate(background)).not.toBe(await live.evaluate(background));
  await expect(disabled).toHaveCSS("border-top-style", "dashed");
});

test("the eye chart's animation is short, and off with reduced motion", async ({
  page,
  examplesUrl,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(examplesUrl);
  const line = page.getByText("the faces you love");
  await expect(line).toHaveCSS("animation-name", "none");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const duration = await line.evaluate((element) => getComputedStyle(element).animationDuration);
  expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.25);
  expect(Number.parseFloat(duration)).toBeGreaterThan(0);
});

test("nothing on a screen covers the header at 360, 768 and 1440 px", async ({
  page,
  examplesUrl,
}) => {
  for (const name of await screenNames(page, examplesUrl)) {
    await page.goto(`${examplesUrl}?screen=${encodeURIComponent(name)}`);
    await page.getByRole("contentinfo").waitFor();
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await coveredInHeader(page), `${name} at ${width} px`).toEqual([]);
    }
  }
});

/** Links and controls in the header whose centre is covered by another element. */
const coveredInHeader = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("header a, header button, header label")]
      .filter((element) => element.checkVisibility())
      .filter((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const atCentre = document.elementFromPoint(left + width / 2, top + height / 2);
        return top >= 0 && !element.contains(atCentre);
      })
      .map((element) => element.textContent ?? ""),
  );

async function screenNames(page: Page, examplesUrl: string): Promise<string[]> {
  await page.goto(examplesUrl);
  const links = page.getByRole("navigation", { name: "Example screens" }).getByRole("link");
  await links.first().waitFor();
  return links.allTextContents();
}
