// What somebody without a mouse does.
import { expect, type Locator, type Page } from "@playwright/test";

/** More presses than any screen has elements. */
const MAX_PRESSES = 250;

/** Presses a key and waits until the page has handled it. `keyboard.press` returns when Firefox has accepted the key, and the
 * focus moves later. A page that sees the key go up has done what follows from its going down. When the focus leaves
 * the page for the browser's own controls or for a frame, the page does not see it and loses the focus instead. While a
 * frame has the focus, the page sees nothing. Not for a key that opens another document. */
export async function press(page: Page, key: string): Promise<void> {
  const handling = await page.evaluateHandle((code) => {
    const handled = new Promise<void>((resolve) => {
      const listening = new AbortController();
      const end = () => {
        listening.abort();
        resolve();
      };
      if (document.activeElement instanceof HTMLIFrameElement) end();
      const options = { capture: true, signal: listening.signal };
      addEventListener("keyup", (event) => event.code === code && end(), options);
      addEventListener("blur", (event) => event.target === window && end(), options);
    });
    return { handled };
  }, key.split("+").at(-1));
  await page.keyboard.press(key);
  await handling.evaluate(({ handled }) => handled);
  await handling.dispose();
}

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** What has the focus comes after it on the page. */
const isBehind = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { activeElement: focused, body } = document;
    if (focused === null || focused === body) return false;
    return (
      (element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      !element.contains(focused)
    );
  });

/** Presses Tab until the element has the focus, or Shift+Tab if it is further up: the other way leads through the browser's own controls.
 * Firefox then still sends the keys to the page, but a page without the focus presses no button. "Tab" and "Shift+Tab" choose the
 * direction, an arrow moves inside a toolbar. */
export async function tabTo(page: Page, target: Locator, direction?: string): Promise<void> {
  await expect(target).toBeVisible();
  const key = direction ?? ((await isBehind(target)) ? "Shift+Tab" : "Tab");
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await hasFocus(target)) return;
    await press(page, key);
  }
  throw new Error(`${target} cannot be reached with ${key}`);
}

/** Like somebody who waits while a button says that it is busy: it ignores a press. The focus may have come there by itself, and the
 * desk of appointments ignores a second Enter in a row on another button. */
export async function pressByKeyboard(page: Page, target: Locator, key = "Enter"): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press("Shift");
  await expect(target).toBeEnabled();
  await page.keyboard.press(key);
}
