// What somebody without a mouse does.
import { expect, type Locator, type Page } from "@playwright/test";

/** More presses than any screen has elements. */
const MAX_PRESSES = 250;

/** Presses Tab until the element has the focus. "Shift+Tab" moves back. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} cannot be reached with ${key}`);
}

export async function pressByKeyboard(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
