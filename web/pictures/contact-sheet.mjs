// Writes docs/pictures/puzzles.jpg: the sets of 24 months, in the light and in the dark theme. Needs the program and
// Chromium: node web/pictures/contact-sheet.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const MONTHS = 24;
// December 2026, with months counted from 0.
const FIRST = [2026, 11];
const root = join(import.meta.dirname, "../..");
const binary = process.env.CLINIC_BIN ?? join(root, "target/debug/clinic");
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";

const folder = mkdtempSync(join(tmpdir(), "clinic-contact-sheet-"));
const sets = [];
for (let index = 0; index < MONTHS; index++) {
  const month = new Date(Date.UTC(FIRST[0], FIRST[1] + index, 1))
    .toISOString()
    .slice(0, "2026-12".length);
  const out = join(folder, month);
  execFileSync(binary, ["game", "generate", "--month", month, "--out", out], { stdio: "pipe" });
  sets.push({ month, out });
}

const picture = (out, level, width) => {
  const svg = readFileSync(join(out, `level-${level}.svg`)).toString("base64");
  return `<img width="${width}" src="data:image/svg+xml;base64,${svg}">`;
};
const figure = ({ month, out }) =>
  `<figure>${picture(out, 1, 132)}${picture(out, 2, 106)}${picture(out, 3, 88)}<figcaption>${month}</figcaption></figure>`;
const figures = sets.map(figure).join("");

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1472, height: 800 } });
// The colours of the page in the light and in the dark theme, and the dark theme's filter (src/styles/tokens.css).
await page.setContent(`<style>
  body { margin: 0; font: 11px sans-serif }
  section { display: flex; flex-wrap: wrap; gap: 8px; padding: 8px }
  figure { margin: 0; width: 356px }
  img { vertical-align: top; margin-right: 6px }
  figcaption { padding-top: 2px }
  .light { background: #FFFCF5; color: #0E2233 }
  .dark { background: #0A1A27; color: #F4F1E8 }
  .dark img { filter: brightness(0.86) }
</style><section class="light">${figures}</section><section class="dark">${figures}</section>`);
await page.waitForFunction(() => [...document.images].every((image) => image.complete));
const path = join(root, "docs/pictures/puzzles.jpg");
await page.screenshot({ path, fullPage: true, type: "jpeg", quality: 52 });
await browser.close();
rmSync(folder, { recursive: true });
