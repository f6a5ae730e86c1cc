// Plays with the cursor of the keyboard over the picture, in WebKit.
import { Key, type WebDriver, type WebElement } from "selenium-webdriver";
import { keyTowards } from "../game-player";
import { tabTo, type } from "./keyboard";
import { By, expect } from "./webkit-test";

const KEYS: Record<string, string> = {
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
};

/** Presses Tab until the picture's cursor has the focus, moves it to the spot and presses Enter. */
export async function pressSpotByKeyboard(driver: WebDriver, spot: WebElement): Promise<void> {
  const picture = By.css("main [role=application]");
  await tabTo(driver, picture);
  const cursor = await driver.findElement(picture);
  const towards = () =>
    driver.executeScript<string | null>(
      `return (${keyTowards})(arguments[0], arguments[1])`,
      spot,
      cursor,
    );
  const position = () => driver.executeScript<string>("return arguments[0].style.cssText", cursor);
  for (let key = await towards(); key !== null; key = await towards()) {
    const before = await position();
    await type(driver, KEYS[key] ?? "");
    await expect.poll(position).not.toBe(before);
  }
  await type(driver, Key.ENTER);
}
