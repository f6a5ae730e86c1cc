// The test of the site in WebKit. Playwright cannot drive the WebKit of Debian, so these tests drive WebKitGTK's MiniBrowser
// with Selenium, on a virtual display and with a D-Bus session of their own.
import { once } from "node:events";
import { test as base, expect } from "@playwright/test";
import {
  Builder,
  By,
  error,
  type Locator,
  type WebDriver,
  type WebElement,
} from "selenium-webdriver";
import { address } from "../shared-server";
import { start, startWebDriver, stop, TIMEOUT } from "./webkit-processes";

export { By, expect };

/** Of the virtual display. */
export const SCREEN = { width: 1440, height: 1000 };

export const test = base.extend<{ driver: WebDriver }, { webDriverUrl: string }>({
  webDriverUrl: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const size = `${SCREEN.width}x${SCREEN.height}x24`;
      const display = start("Xvfb", ["-displayfd", "3", "-screen", "0", size]);
      const [number] = (await once(display.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
      const webDriver = await startWebDriver("WebKitWebDriver", {
        DISPLAY: `:${number.toString().trim()}`,
        // WebKit's sandbox does not start as root, the user of most containers.
        ...(process.getuid?.() === 0 ? { WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1" } : {}),
      });
      await use(webDriver.url);
      await webDriver.stop();
      await stop(display);
    },
    { scope: "worker", timeout: 60_000 },
  ],

  driver: [
    async ({ webDriverUrl }, use) => {
      const builder = new Builder().usingServer(webDriverUrl).disableEnvironmentOverrides();
      const driver = await builder.forBrowser("MiniBrowser").build();
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...SCREEN });
      await use(driver);
      await driver.quit();
    },
    { timeout: 60_000 },
  ],
});

export const heading = By.css("h1");
export const link = (name: string, within = "body"): Locator => named("a", name, within);
export const button = (name: string): Locator => named("button", name, "body");
export const text = (content: string): Locator => named("*", content, "body");
/** The label around a radio button. */
export const radio = (name: string): Locator =>
  By.xpath(`//label[input[@aria-label=${quoted(name)}]]`);
export const field = (label: string): Locator =>
  By.xpath(`//input[@id=//label[normalize-space()=${quoted(label)}]/@for]`);
export const choice = (label: string): Locator =>
  By.xpath(`//select[@id=//label[normalize-space()=${quoted(label)}]/@for]`);

function named(tag: string, name: string, within: string): Locator {
  return By.xpath(`//${within}//${tag}[normalize-space()=${quoted(name)}]`);
}

function quoted(value: string): string {
  return value.includes("'") ? `"${value}"` : `'${value}'`;
}

/** Opens a page and waits until it is hydrated. */
export async function open(driver: WebDriver, path: string, site = address): Promise<void> {
  await driver.get(site + path);
  const isHydrated = () =>
    driver.executeScript<boolean>(
      "return Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react'))",
    );
  await driver.wait(isHydrated, TIMEOUT, `${path} is not hydrated`);
}

/** The first visible element, as soon as there is one. */
export async function visible(driver: WebDriver, locator: Locator): Promise<WebElement> {
  const find = async () => {
    for (const element of await driver.findElements(locator)) {
      // The element may be replaced between two commands.
      if (await element.isDisplayed().catch(() => false)) return element;
    }
    return null;
  };
  const element = await driver.wait(find, TIMEOUT, `${locator} is not visible`);
  if (!element) throw new Error(`${locator} is not visible`);
  return element;
}

/** What an element says that may be replaced between two commands. `expect.poll` does not try again after such an error. */
export async function read<T>(
  driver: WebDriver,
  locator: Locator,
  from: (element: WebElement) => Promise<T>,
): Promise<T> {
  for (;;) {
    const element = await visible(driver, locator);
    try {
      return await from(element);
    } catch (failure) {
      if (!(failure instanceof error.StaleElementReferenceError)) throw failure;
    }
  }
}

export const textOf = (driver: WebDriver, locator: Locator): Promise<string> =>
  read(driver, locator, (element) => element.getText());

const NOT_YET = [
  error.ElementClickInterceptedError,
  error.ElementNotInteractableError,
  error.StaleElementReferenceError,
];

/** Clicks the element as soon as it can be clicked: during a page transition the old page is still in front. */
export async function click(driver: WebDriver, locator: Locator): Promise<void> {
  const tryToClick = async () => {
    const element = await visible(driver, locator);
    try {
      await element.click();
      return true;
    } catch (failure) {
      if (!NOT_YET.some((kind) => failure instanceof kind)) throw failure;
      await scrollToCenter(driver, element);
      return false;
    }
  };
  await driver.wait(tryToClick, TIMEOUT, `${locator} cannot be clicked`);
}

/** Away from the bar that covers the lower edge of the page on a phone. */
export async function scrollToCenter(driver: WebDriver, element: WebElement): Promise<void> {
  // At once: the next attempt would interrupt a smooth movement, also the one that the driver has begun.
  const script = "arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })";
  await driver.executeScript(script, element).catch(() => undefined);
}

export async function hidden(driver: WebDriver, locator: Locator): Promise<void> {
  const isHidden = async () => {
    const elements = await driver.findElements(locator);
    const displayed = elements.map((element) => element.isDisplayed().catch(() => false));
    return !(await Promise.all(displayed)).includes(true);
  };
  await driver.wait(isHidden, TIMEOUT, `${locator} is still visible`);
}

export async function atPath(driver: WebDriver, path: string): Promise<void> {
  const isThere = async () => new URL(await driver.getCurrentUrl()).pathname === path;
  await driver.wait(isThere, TIMEOUT, `the browser is not at ${path}`);
}
