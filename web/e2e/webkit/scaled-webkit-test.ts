// The test of the site in a WebKit with any number of device pixels for each CSS pixel. WebKitGTK has one, and GTK's own setting
// knows whole numbers only, so this drives WPE WebKit, which needs no display.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { test as base } from "@playwright/test";
import { Builder, Capabilities, type Locator, type WebDriver } from "selenium-webdriver";
import { WINDOW } from "../sight-journey";
import { startWebDriver, type WebDriverServer } from "./webkit-processes";
import { visible } from "./webkit-test";

export const scaledTest = base.extend<
  { driver: WebDriver; deviceScale: number },
  { deviceScaleLibrary: string }
>({
  deviceScale: [1, { option: true }],

  deviceScaleLibrary: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const folder = await mkdtemp(join(tmpdir(), "device-scale-"));
      const library = join(folder, "device-scale.so");
      const source = join(import.meta.dirname, "device-scale.c");
      await promisify(execFile)("cc", ["-shared", "-fPIC", "-o", library, source, "-ldl"]);
      await use(library);
      await rm(folder, { recursive: true });
    },
    { scope: "worker", timeout: 60_000 },
  ],

  driver: [
    async ({ deviceScaleLibrary, deviceScale }, use) => {
      const browser = {
        binary: "/usr/bin/env",
        args: [
          `LD_PRELOAD=${deviceScaleLibrary}`,
          `DEVICE_SCALE=${deviceScale}`,
          `VIEW_WIDTH=${WINDOW.width}`,
          `VIEW_HEIGHT=${WINDOW.height}`,
          "cog",
          "--automation",
          "--platform=headless",
        ],
      };
      const capabilities = new Capabilities({ browserName: "cog", "wpe:browserOptions": browser });
      const { driver, server } = await startBrowser(capabilities);
      await use(driver);
      await driver.quit();
      await server.stop();
    },
    { timeout: 240_000 },
  ],
});

const START_ATTEMPTS = 3;
const START_TIMEOUT = 60_000;

/** WPE's driver sometimes never answers that the browser has started. Nothing of the site has run by then. */
async function startBrowser(
  capabilities: Capabilities,
): Promise<{ driver: WebDriver; server: WebDriverServer }> {
  for (let attempt = 1; attempt <= START_ATTEMPTS; attempt++) {
    const server = await startWebDriver("WPEWebDriver");
    const builder = new Builder().usingServer(server.url).disableEnvironmentOverrides();
    const started = builder.withCapabilities(capabilities).build();
    const driver = await Promise.race([started.catch(() => null), setTimeout(START_TIMEOUT, null)]);
    if (driver) return { driver, server };
    await server.stop();
  }
  throw new Error(`WPE WebKit did not start in ${START_ATTEMPTS} attempts.`);
}

/** WPE's driver divides the place of a click by the number of device pixels, and so misses. */
export async function clickByScript(driver: WebDriver, locator: Locator): Promise<void> {
  await driver.executeScript("arguments[0].click()", await visible(driver, locator));
}
