import type { Locator, Page } from "@playwright/test";

/** With real pointer events, as a mouse sends them. What is loaded meanwhile moves both places, so each is looked up when the mouse
 * goes there. */
export async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  // No drag begins where the page scrolls between the press and the first move.
  await to.scrollIntoViewIfNeeded();
  await from.hover();
  await page.mouse.down();
  // What is dragged is under the mouse.
  await to.hover({ force: true, position: { x: 20, y: 14 } });
  await to.hover({ force: true, position: { x: 20, y: 4 } });
  await page.mouse.up();
}
