// What somebody without a mouse does, in WebKit.
import { Key, type Locator, type WebDriver } from "selenium-webdriver";
import { TIMEOUT } from "./webkit-processes";
import { read } from "./webkit-test";

/** More presses than any screen has elements. */
const MAX_PRESSES = 250;

/** Types into what has the focus. The driver answers when the page has handled the keys. */
export const type = (driver: WebDriver, keys: string): Promise<void> =>
  driver.actions().sendKeys(keys).perform();

/** Presses Tab until the element has the focus. */
export async function tabTo(driver: WebDriver, target: Locator): Promise<void> {
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await hasFocus(driver, target)) return;
    await type(driver, Key.TAB);
  }
  throw new Error(`${target} cannot be reached with Tab`);
}

export function hasFocus(driver: WebDriver, target: Locator): Promise<boolean> {
  const script = "return arguments[0] === document.activeElement";
  return read(driver, target, (element) => driver.executeScript<boolean>(script, element));
}

/** Like somebody who waits while a button says that it is busy: it ignores a press. The focus may have come there by itself, and the
 * desk of appointments ignores a second Enter in a row on another button. */
export async function pressByKeyboard(driver: WebDriver, target: Locator): Promise<void> {
  await tabTo(driver, target);
  await type(driver, Key.SHIFT);
  const isReady = async () =>
    (await read(driver, target, (button) => button.getAttribute("aria-disabled"))) !== "true";
  await driver.wait(isReady, TIMEOUT, `${target} is still busy`);
  await type(driver, Key.ENTER);
}

/** Tabs to the field and types. */
export async function typeInto(driver: WebDriver, target: Locator, words: string): Promise<void> {
  await tabTo(driver, target);
  await type(driver, words);
}
