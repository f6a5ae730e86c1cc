// Owns how a test plays the game: finding spots and moving on, as a visitor would. It never looks into the
// app's state; what it knows is what the screen and the browser's storage show.

import { expect, type Locator, type Page } from "@playwright/test";

export const LEVELS = [
  { heading: "Level 1: Spot the different smiley-Easy", spots: 1, button: "Submit & Next" },
  { heading: "Level 2: Select all stars-Medium", spots: 5, button: "Submit & Next" },
  { heading: "Level 3: Spot all differences-Hard", spots: 5, button: "See Results" },
] as const;

/** The server does not believe a perfect game in less time than this. */
const MIN_PLAY_MS = 4500;

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
  const began = Date.now();
  for (const { heading, spots: hidden, button: next } of LEVELS) {
    await expect(level(page, heading)).toBeVisible();
    await expect(spots(page)).toHaveCount(hidden);
    await find(page, press);
    if (next === "See Results") await page.waitForTimeout(MIN_PLAY_MS - (Date.now() - began));
    await press(button(page, next));
  }
  await expect(level(page, "Eyes like a hawk!")).toBeVisible();
}
