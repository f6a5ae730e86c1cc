// Accessibility checks that several browser tests share: axe, horizontal overflow and target sizes.
import { resolve } from "node:path";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

const axeScript = resolve(import.meta.dirname, "../node_modules/axe-core/axe.min.js");

type WindowWithAxe = { axe?: { run: (options: RunOptions) => Promise<AxeResults> } };

const TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rule for level AA. The one for AAA asks the same question of the same elements with a higher limit. */
const LOWER_CONTRAST = "color-contrast";

/** The other rules of these tags whose result depends on colours. */
const COLOUR_RULES = ["color-contrast-enhanced", "link-in-text-block"];

/** Runs axe with all WCAG rules up to AAA and returns one line for each violation. */
export function axeViolationsInLightTheme(
  page: Page,
  disabledRules: string[] = [],
): Promise<string[]> {
  return violations(page, {
    runOnly: TAGS,
    rules: Object.fromEntries(
      [LOWER_CONTRAST, ...disabledRules].map((rule) => [rule, { enabled: false }]),
    ),
  });
}

/** In both themes. The dark one is switched on in place and changes only colours, so there only the rules for colours run. */
export async function axeViolations(page: Page, disabledRules: string[] = []): Promise<string[]> {
  const all = await axeViolationsInLightTheme(page, disabledRules);
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await violations(page, { runOnly: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: "light" });
  return [...all, ...inDark.map((line) => `in the dark theme, ${line}`)];
}

async function violations(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(finishAnimations);
  const isLoaded = await page.evaluate(() => (window as WindowWithAxe).axe !== undefined);
  if (!isLoaded) await page.addScriptTag({ path: axeScript });
  // The elements that pass are thousands: they are neither described nor sent to the test.
  return page.evaluate(async (chosen) => {
    const { axe } = window as WindowWithAxe;
    if (!axe) throw new Error("axe is not loaded");
    const { violations } = await axe.run({ ...chosen, resultTypes: ["violations"] });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`),
    );
  }, options);
}

/** A colour halfway to another is nobody's choice. The browser runs it. */
export function finishAnimations(): void {
  for (const animation of document.getAnimations()) {
    const ends = animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    if (ends) animation.finish();
  }
}

export const horizontalOverflow = (page: Page): Promise<number> => page.evaluate(measureOverflow);

export const smallTargets = (page: Page): Promise<string[]> => page.evaluate(listSmallTargets);

/** How many pixels the page is wider than the window. The browser runs it, so it uses nothing from outside. */
export function measureOverflow(): number {
  return document.documentElement.scrollWidth - window.innerWidth;
}

/** Buttons, links and inputs smaller than 44 pixels. Links inside a sentence may be smaller; of an input inside its label, the
 * label counts. The browser runs it. */
export function listSmallTargets(): string[] {
  const targets =
    "a, button, summary, input:not([type=hidden], [type=radio], label > input, label [type=checkbox]), label:has(input)";
  return [...document.querySelectorAll<HTMLElement>(targets)]
    .filter(
      (element) => element.checkVisibility() && getComputedStyle(element).display !== "inline",
    )
    .filter((element) => {
      const { width, height, bottom } = element.getBoundingClientRect();
      return bottom > 0 && (width < 43.9 || height < 43.9);
    })
    .map((element) => `${element.outerHTML.slice(0, 120)}`);
}
