// Serves the page of examples to the tests of looks, one server for each of Playwright's workers, and holds what
// those tests measure. The clinic's own server takes no part: it does not have this page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import react from "@vitejs/plugin-react";
import type { AxeResults, RunOptions } from "axe-core";
import { build, preview } from "vite";

export { expect };

const web = resolve(import.meta.dirname, "../..");

export const test = base.extend<object, { gallery: string }>({
  gallery: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const outDir = mkdtempSync(join(tmpdir(), "clinic-examples-"));
      const shared = { root: web, configFile: false, logLevel: "error" } as const;
      await build({
        ...shared,
        plugins: [react()],
        build: { outDir, emptyOutDir: true, rolldownOptions: { input: "examples.html" } },
      });
      const server = await preview({ ...shared, build: { outDir }, preview: { port: 0 } });
      await use(`${server.resolvedUrls?.local[0]}examples.html`);
      await server.close();
      rmSync(outDir, { recursive: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],
});

/** What axe finds, the AAA rules included, in words. */
export async function complaints(page: Page, without: string[] = []): Promise<string[]> {
  await page.addScriptTag({ path: resolve(web, "node_modules/axe-core/axe.min.js") });
  const options: RunOptions = {
    runOnly: ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
  };
  const { violations } = await page.evaluate(
    (chosen) =>
      (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(
        chosen,
      ),
    options,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} (${node.failureSummary})`),
  );
}

/** How far the page can be pushed sideways, in pixels. */
export const sideways = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Things to press that are smaller than 44 pixels; links inside a sentence may be. */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const pressable =
      "a, button, summary, input:not([type=hidden], [type=radio]), label:has(input)";
    return [...document.querySelectorAll<HTMLElement>(pressable)]
      .filter(
        (element) => element.checkVisibility() && getComputedStyle(element).display !== "inline",
      )
      .filter((element) => {
        const { width, height, bottom } = element.getBoundingClientRect();
        return bottom > 0 && (width < 43.9 || height < 43.9);
      })
      .map((element) => `${element.outerHTML.slice(0, 120)}`);
  });
