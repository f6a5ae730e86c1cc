// Owns how a test plays the game: finding spots and moving on, as a visitor would. It never looks into the
// app's state; what it knows is what the screen and the browser's storage show.

import { expect, type Locator, type Page } from "@playwright/test";

export const LEVELS = [
  { heading: "Level 1: Spot the different smiley-Easy", spots: 1, button: "Submit & Next" },
  { heading: "Level 2: Select all stars-Medium", spots: 5, button: "Submit & Next" },
  { heading: "Level 3: Spot all differences-Hard", spots: 5, button: "See Results" },
] as const;

/** Tests play faster than the server believes anyone can look. It asks them to wait, and the browser notes
 * that in its console; the app then waits and asks again, as it does for a player whose start came late. */
export const ASKED_TO_WAIT = /status of 422 .*\/api\/plays\/finish/;

type Press = (target: Locator) => Promise<void>;

export const click: Press = (target) => target.click();
export const tap: Press = (target) => target.tap();

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

/** Finds `count` spots of the level on screen, all of them unless told. */
export async function find(page: Page, press: Press, count?: number): Promise<void> {
  const all = await spots(page).all();
  for (const spot of all.slice(0, count)) await press(spot);
}

export async function playPerfectly(page: Page, press: Press = click): Promise<void> {
  for (const { heading, spots: hidden, button: next } of LEVELS) {
    await expect(level(page, heading)).toBeVisible();
    await expect(spots(page)).toHaveCount(hidden);
    await find(page, press);
    await press(button(page, next));
  }
  await expect(level(page, "Eyes like a hawk!")).toBeVisible();
}
