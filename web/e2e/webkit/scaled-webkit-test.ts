// The test of the site in a WebKit with any number of device pixels for each CSS pixel. WebKitGTK has one, and GTK's own setting
// knows whole numbers only, so this drives WPE WebKit, which needs no display.
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { test as base } from "@playwright/test";
import { Builder, Capabilities, type Locator, type WebDriver } from "selenium-webdriver";
import { WINDOW } from "../sight-journey";
import { startWebDriver } from "./webkit-processes";
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
      const server = await startWebDriver("WPEWebDriver");
      const builder = new Builder().usingServer(server.url).disableEnvironmentOverrides();
      const driver = await builder.withCapabilities(capabilities).build();
      await use(driver);
      await driver.quit();
      await server.stop();
    },
    { timeout: 240_000 },
  ],
});

/** WPE's driver divides the place of a click by the number of device pixels, and so misses. */
export async function clickByScript(driver: WebDriver, locator: Locator): Promise<void> {
  await driver.executeScript("arguments[0].click()", await visible(driver, locator));
}
