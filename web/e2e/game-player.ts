// Plays the game in browser tests, using only the screen and the browser's storage.

import { expect, type Locator, type Page } from "@playwright/test";
import { press, pressByKeyboard, tabTo } from "./keyboard";

export const LEVELS = [
  { heading: "Level 1: Spot the different smiley-Easy", spots: 1, button: "Submit & Next" },
  { heading: "Level 2: Select all stars-Medium", spots: 5, button: "Submit & Next" },
  { heading: "Level 3: Spot all differences-Hard", spots: 5, button: "See Results" },
] as const;

/** Tests play faster than the server's minimum game time. The server answers 422, which the browser logs, and the app
 * waits and tries again. */
export const TOO_FAST = /status of 422 .*\/api\/plays\/finish/;

type Activate = (target: Locator) => Promise<void>;

export const click: Activate = (target) => target.click();
export const tap: Activate = (target) => target.tap();

export const spots = (page: Page): Locator => page.locator("button[data-spot]");
export const button = (page: Page, name: string): Locator =>
  page.getByRole("button", { name, exact: true });
export const level = (page: Page, heading: string): Locator =>
  page.getByRole("heading", { level: 2, name: heading, exact: true });

export const stored = (page: Page, key: string): Promise<string | null> =>
  page.evaluate((name) => localStorage.getItem(name), key);

export async function openGame(page: Page): Promise<void> {
  await page.goto("/visionTest");
  await expect(spots(page)).toHaveCount(1);
}

/** Finds the first `count` spots of the current level, or all of them. There are no spots while the picture loads. */
export async function find(page: Page, activate: Activate, count?: number): Promise<void> {
  await spots(page).first().waitFor();
  const all = await spots(page).all();
  for (const spot of all.slice(0, count)) await activate(spot);
}

export async function playPerfectly(page: Page, activate: Activate = click): Promise<void> {
  for (const { heading, spots: spotCount, button: next } of LEVELS) {
    await expect(level(page, heading)).toBeVisible();
    await expect(spots(page)).toHaveCount(spotCount);
    await find(page, activate);
    await activate(button(page, next));
  }
  await expect(level(page, "Eyes like a hawk!")).toBeVisible();
}

/** Finds everything with Tab, Enter and the space bar. The focus goes to the heading of each next screen. */
export async function playByKeyboard(page: Page): Promise<void> {
  await pressByKeyboard(page, page.getByRole("link", { name: "Skip to main content" }));
  await expect(page.getByRole("main")).toBeFocused();
  const keys = ["Enter", "Space"];
  for (const [index, { spots: spotCount, button: next }] of LEVELS.entries()) {
    // Without its picture, a level has nothing to stop at, and Tab goes to the end of the page.
    await expect(spots(page)).toHaveCount(spotCount);
    for (let i = 1; i <= spotCount; i++) {
      const spot = spots(page).nth(i - 1);
      await tabTo(page, spot);
      await expect(spot).toHaveAccessibleName(`Spot ${i}`);
      await page.keyboard.press(keys[i % 2] ?? "Enter");
      await expect(spot).toHaveAttribute("aria-pressed", "true");
    }
    await press(page, "Tab");
    await expect(button(page, next)).toBeFocused();
    await page.keyboard.press("Enter");
    const nextHeading = LEVELS[index + 1]?.heading ?? "Eyes like a hawk!";
    await expect(level(page, nextHeading)).toBeFocused();
  }
}
