// Plays the game in browser tests, using only the screen and the browser's storage.

import { expect, type Locator, type Page } from "@playwright/test";
import { touch } from "./firefox";
import { press, pressByKeyboard } from "./keyboard";

export const LEVELS = [
  { heading: "Level 1: Spot the different smiley-Easy", spots: 1, button: "Submit & Next" },
  { heading: "Level 2: Select all stars-Medium", spots: 5, button: "Submit & Next" },
  { heading: "Level 3: Spot all differences-Hard", spots: 5, button: "See Results" },
] as const;

/** Tests play faster than the server's minimum game time. The server answers 422, which the browser logs, and the app
 * waits and tries again. */
export const TOO_FAST = /status of 422 .*\/api\/plays\/finish/;

export type Activate = (target: Locator) => Promise<void>;

export const click: Activate = (target) => target.click();
export const tap: Activate = (target) => {
  const browser = target.page().context().browser()?.browserType().name();
  return browser === "firefox" ? touch(target) : target.tap();
};

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

/** Finds the first `count` spots of the current level, or all of them. There are no spots while the picture loads. All spots
 * of the level before are found. */
export async function find(page: Page, activate: Activate, count?: number): Promise<void> {
  await spots(page).and(page.locator("[aria-pressed=false]")).first().waitFor();
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

/** The Tab stop of the picture. */
export const pictureCursor = (page: Page): Locator =>
  page.getByRole("application", { name: "Cursor on the picture", exact: true });

/** More presses than any picture has rows and columns. */
const MAX_MOVES = 60;

/** Moves the cursor over the picture with the arrow keys until it is on the spot. */
export async function moveToSpot(page: Page, spot: Locator): Promise<void> {
  const cursor = await pictureCursor(page).elementHandle();
  for (let moves = 0; moves < MAX_MOVES; moves += 1) {
    const key = await spot.evaluate(keyTowards, cursor);
    if (key === null) return;
    await press(page, key);
  }
  throw new Error(`the cursor does not reach ${spot}`);
}

/** The arrow key that brings the cursor nearer to the spot. Null if it is there. Runs in the page. */
export function keyTowards(spot: Element, cursor: Element | null): string | null {
  const [to, at] = [spot.getBoundingClientRect(), cursor?.getBoundingClientRect()];
  if (!at) return null;
  const [x, y] = [at.left + at.width / 2, at.top + at.height / 2];
  if (x < to.left) return "ArrowRight";
  if (x > to.right) return "ArrowLeft";
  if (y < to.top) return "ArrowDown";
  return y > to.bottom ? "ArrowUp" : null;
}

/** Finds everything with the cursor over the picture, Enter and the space bar. The picture is one Tab stop, and none of the answers
 * is one. The focus goes to the heading of each next screen. */
export async function playByKeyboard(page: Page): Promise<void> {
  await pressByKeyboard(page, page.getByRole("link", { name: "Skip to main content" }));
  await expect(page.getByRole("main")).toBeFocused();
  const keys = ["Enter", "Space"];
  for (const [index, { spots: spotCount, button: next }] of LEVELS.entries()) {
    // Without its picture, a level has nothing to stop at, and Tab goes to the end of the page.
    await expect(spots(page)).toHaveCount(spotCount);
    await press(page, "Tab");
    await expect(pictureCursor(page)).toBeFocused();
    for (let i = 1; i <= spotCount; i++) {
      const spot = spots(page).nth(i - 1);
      await expect(spot).toHaveAccessibleName(`Spot ${i}`);
      await moveToSpot(page, spot);
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
